<?php
// The newsroom of the tests: a database behind a socket of its own, no way to the network.
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:' . getenv( 'NEWSROOM_SOCKET' ) );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( $name . '_KEY', hash( 'sha256', getenv( 'NEWSROOM_SALT' ) . $name . 'key' ) );
	define( $name . '_SALT', hash( 'sha256', getenv( 'NEWSROOM_SALT' ) . $name . 'salt' ) );
}
$table_prefix = 'wp_';
define( 'WP_HOME', getenv( 'NEWSROOM_URL' ) );
define( 'WP_SITEURL', getenv( 'NEWSROOM_URL' ) );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1' );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'DISABLE_WP_CRON', true );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', getenv( 'NEWSROOM_LOG' ) );
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
