<?php
/**
 * Plugin Name:       LedgerRAG
 * Description:       An evidence ledger beside the text: which claims of a story the record supports, refutes or leaves open, why, and since when.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            The LedgerRAG contributors
 * License:           Apache-2.0
 * License URI:       https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain:       ledgerrag
 * Domain Path:       /languages
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

const VERSION = '0.1.0';
const FILE    = __FILE__;

require_once __DIR__ . '/includes/class-settings.php';
require_once __DIR__ . '/includes/class-service-error.php';
require_once __DIR__ . '/includes/class-client.php';
require_once __DIR__ . '/includes/class-story.php';
require_once __DIR__ . '/includes/class-draft.php';
require_once __DIR__ . '/includes/class-relay.php';
require_once __DIR__ . '/includes/class-finding.php';
require_once __DIR__ . '/includes/class-gate.php';
require_once __DIR__ . '/includes/class-watcher.php';
require_once __DIR__ . '/includes/class-editor.php';
require_once __DIR__ . '/includes/class-settings-fields.php';
require_once __DIR__ . '/includes/class-settings-page.php';
require_once __DIR__ . '/includes/class-connection.php';

add_action(
	'init',
	static function () {
		load_plugin_textdomain( 'ledgerrag', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	}
);

Relay::register();
Gate::register();
Watcher::register();
Editor::register();
Settings_Page::register();

register_deactivation_hook( __FILE__, array( Watcher::class, 'forget_schedule' ) );
