<?php
/**
 * Removes what the plugin stored. Checks, remarks and watches stay in the service: they are its record.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Clean one site of the network.
 */
function clean_site(): void {
	global $wpdb;
	delete_option( 'ledgerrag_settings' );
	delete_option( 'ledgerrag_secret' );
	delete_post_meta_by_key( '_ledgerrag_watch' );
	wp_unschedule_hook( 'ledgerrag_begin_watch' );
	wp_unschedule_hook( 'ledgerrag_end_watch' );
	$names = $wpdb->get_col( // phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress has no function for all transients of a name.
		$wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( '_transient_ledgerrag_' ) . '%' )
	);
	foreach ( $names as $name ) {
		delete_transient( substr( $name, strlen( '_transient_' ) ) );
	}
}

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $ledgerrag_site ) { // phpcs:ignore WordPress.Arrays.ArrayDeclarationSpacing -- two short values.
		switch_to_blog( $ledgerrag_site );
		clean_site();
		restore_current_blog();
	}
} else {
	clean_site();
}
