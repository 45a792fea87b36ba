<?php
/**
 * The scripts of the block editor.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * Brings the sidebar into the editor of a post.
 */
final class Editor {

	const DEPENDENCIES = array( 'wp-api-fetch', 'wp-autop', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-data', 'wp-edit-post', 'wp-editor', 'wp-element', 'wp-i18n', 'wp-plugins', 'wp-primitives', 'wp-rich-text' );

	/**
	 * Register with WordPress.
	 */
	public static function register(): void {
		add_action( 'enqueue_block_editor_assets', array( self::class, 'enqueue' ) );
	}

	/**
	 * Put the scripts on the page, where it is the editor of a post that has a ledger.
	 */
	public static function enqueue(): void {
		$post   = get_post();
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		if ( ! $post || ! $screen || 'post' !== $screen->base || ! in_array( $post->post_type, Settings::post_types(), true ) ) {
			return;
		}
		wp_enqueue_script( 'ledgerrag-host', self::asset( 'host.js' ), self::DEPENDENCIES, VERSION, true );
		wp_enqueue_script( 'ledgerrag-sidebar', self::asset( 'sidebar.js' ), array( 'ledgerrag-host' ), VERSION, true );
		wp_enqueue_style( 'ledgerrag-sidebar', self::asset( 'sidebar.css' ), array( 'wp-components' ), VERSION );
		wp_set_script_translations( 'ledgerrag-sidebar', 'ledgerrag', plugin_dir_path( FILE ) . 'languages' );
		wp_add_inline_script( 'ledgerrag-host', 'window.ledgerrag = ' . wp_json_encode( self::data( $post ), JSON_HEX_TAG | JSON_HEX_AMP ) . ';', 'before' );
	}

	/**
	 * What the scripts must know; no secret is among it.
	 *
	 * @param \WP_Post $post That is edited.
	 */
	private static function data( \WP_Post $post ): array {
		$settings = Settings::load();
		return array(
			'path'     => '/' . Relay::SPACE . '/posts/' . $post->ID . '/',
			'endpoint' => rest_url( Relay::SPACE . '/posts/' . $post->ID . '/' ),
			'panel'    => add_query_arg( 'ver', VERSION, self::asset( 'ledger-panel.js' ) ),
			'policy'   => $settings->policy,
			'strict'   => $settings->block_when_down,
			'missing'  => $settings->missing(),
			'settings' => current_user_can( 'manage_options' ) ? admin_url( 'options-general.php?page=' . Settings_Page::PAGE ) : '',
			'skipped'  => Story::SKIPPED,
			'editor'   => Relay::editor(),
		);
	}

	/**
	 * The address of a file of the plugin.
	 *
	 * @param string $name Of the file.
	 */
	private static function asset( string $name ): string {
		return plugins_url( 'assets/' . $name, FILE );
	}
}
