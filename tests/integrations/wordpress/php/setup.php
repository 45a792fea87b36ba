<?php
// Installs WordPress with the people that standard input lists, and switches the plugin on.
define( 'WP_INSTALLING', true );
function wp_new_blog_notification() {
	// Nobody is written to.
}
$wanted = json_decode( stream_get_contents( STDIN ), true );

$_SERVER['HTTP_HOST'] = parse_url( getenv( 'NEWSROOM_URL' ), PHP_URL_HOST );
require getenv( 'NEWSROOM_ROOT' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_install( 'The Kelvarry Tide', 'chief', 'chief@example.org', false, '', $wanted['password'] );
foreach ( $wanted['people'] as $login => $role ) {
	$user = array(
		'user_login'   => $login,
		'user_pass'    => $wanted['password'],
		'user_email'   => "$login@example.org",
		'display_name' => ucfirst( $login ),
		'role'         => $role,
	);
	$made = wp_insert_user( $user );
	if ( is_wp_error( $made ) ) {
		fwrite( STDERR, $made->get_error_message() );
		exit( 1 );
	}
}
$activated = activate_plugin( 'ledgerrag/ledgerrag.php' );
if ( is_wp_error( $activated ) ) {
	fwrite( STDERR, $activated->get_error_message() );
	exit( 1 );
}
