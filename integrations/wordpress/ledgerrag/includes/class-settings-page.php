<?php
/**
 * The page of settings.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * Settings, LedgerRAG: for administrators.
 */
final class Settings_Page {

	const PAGE   = 'ledgerrag';
	const GROUP  = 'ledgerrag';
	const ACTION = 'ledgerrag_test';
	const RESULT = 'ledgerrag_test_';

	/**
	 * Register with WordPress.
	 */
	public static function register(): void {
		add_action( 'admin_menu', array( self::class, 'add_page' ) );
		add_action( 'admin_init', array( self::class, 'add_settings' ) );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'test' ) );
		add_action( 'update_option_' . Settings::OPTION, array( self::class, 'on_changed' ), 10, 2 );
		add_filter( 'plugin_action_links_' . plugin_basename( FILE ), array( self::class, 'add_link' ) );
	}

	/**
	 * The entry in the menu.
	 */
	public static function add_page(): void {
		add_options_page( __( 'LedgerRAG', 'ledgerrag' ), __( 'LedgerRAG', 'ledgerrag' ), 'manage_options', self::PAGE, array( self::class, 'show' ) );
	}

	/**
	 * The link in the list of plugins.
	 *
	 * @param string[] $links Of the plugin.
	 */
	public static function add_link( $links ) {
		$link = sprintf( '<a href="%s">%s</a>', esc_url( self::address() ), esc_html__( 'Settings', 'ledgerrag' ) );
		return array_merge( array( $link ), (array) $links );
	}

	/**
	 * The address of the page.
	 */
	private static function address(): string {
		return admin_url( 'options-general.php?page=' . self::PAGE );
	}

	/**
	 * The settings and their fields.
	 */
	public static function add_settings(): void {
		register_setting( self::GROUP, Settings::OPTION, array( 'sanitize_callback' => array( self::class, 'clean' ) ) );
		register_setting( self::GROUP, Settings::SECRET, array( 'sanitize_callback' => array( self::class, 'clean_secret' ) ) );
		add_settings_section( 'service', __( 'The evidence service', 'ledgerrag' ), '__return_null', self::PAGE );
		add_settings_section( 'rules', __( 'Publishing', 'ledgerrag' ), '__return_null', self::PAGE );
		$fields = array(
			'url'       => array( __( 'Address', 'ledgerrag' ), 'service' ),
			'token'     => array( __( 'Token', 'ledgerrag' ), 'service' ),
			'site'      => array( __( 'Name of the site', 'ledgerrag' ), 'service' ),
			'policy'    => array( __( 'A refuted claim', 'ledgerrag' ), 'rules' ),
			'when_down' => array( __( 'While the service does not answer', 'ledgerrag' ), 'rules' ),
			'watch'     => array( __( 'Published stories', 'ledgerrag' ), 'rules' ),
		);
		foreach ( $fields as $name => list( $label, $section ) ) {
			add_settings_field( $name, $label, array( Settings_Fields::class, $name ), self::PAGE, $section, array( 'label_for' => "ledgerrag-$name" ) );
		}
	}

	/**
	 * The settings as they may be stored; what cannot be stays as it was, with a message.
	 *
	 * @param mixed $given From the form.
	 */
	public static function clean( $given ): array {
		$given = is_array( $given ) ? $given : array();
		$now   = array_merge( Settings::DEFAULTS, (array) get_option( Settings::OPTION, array() ) );
		$url   = untrailingslashit( trim( (string) ( $given['url'] ?? $now['url'] ) ) );
		if ( '' === $url || self::is_address( $url ) ) {
			$now['url'] = $url;
		} else {
			self::complain( 'url', __( 'The address was not changed: write it like http://127.0.0.1:8000, without a name, a password or a query.', 'ledgerrag' ) );
		}
		$site = trim( (string) ( $given['site'] ?? $now['site'] ) );
		if ( preg_match( '/^([a-z0-9][a-z0-9-]{0,62})?$/', $site ) ) {
			$now['site'] = $site;
		} else {
			self::complain( 'site', __( 'The name of the site was not changed: it has small letters, figures and dashes only.', 'ledgerrag' ) );
		}
		if ( in_array( $given['policy'] ?? null, Settings::POLICIES, true ) ) {
			$now['policy'] = $given['policy'];
		}
		$now['when_down'] = 'block' === ( $given['when_down'] ?? $now['when_down'] ) ? 'block' : 'warn';
		$now['watch']     = ! empty( $given['watch'] );
		return $now;
	}

	/**
	 * The token as it may be stored: an empty field keeps the one that is there.
	 *
	 * @param mixed $given From the form.
	 */
	public static function clean_secret( $given ): array {
		$given = is_array( $given ) ? $given : array();
		$now   = (array) get_option( Settings::SECRET, array() );
		$token = trim( (string) ( $given['token'] ?? '' ) );
		if ( ! empty( $given['forget'] ) ) {
			return array();
		}
		if ( '' === $token ) {
			return $now;
		}
		if ( ! preg_match( '/^[A-Za-z0-9_.~+\/=-]{8,512}$/', $token ) ) {
			self::complain( 'token', __( 'The token was not changed: paste what "ledgerrag token create" printed, in one piece.', 'ledgerrag' ) );
			return $now;
		}
		return array( 'token' => $token );
	}

	/**
	 * A token is for one service: where the address changes, it is not sent to the new one unless it is pasted again.
	 *
	 * @param mixed $before The settings before.
	 * @param mixed $after  The settings now.
	 */
	public static function on_changed( $before, $after ): void {
		$old = (string) ( ( (array) $before )['url'] ?? '' );
		if ( '' !== $old && ( (array) $after )['url'] !== $old && get_option( Settings::SECRET ) ) {
			delete_option( Settings::SECRET );
			self::complain( 'moved', __( 'The address changed, so the stored token was forgotten. Paste the token of the service at the new address.', 'ledgerrag' ) );
		}
	}

	/**
	 * Whether a text is the address of a service.
	 *
	 * @param string $url Without a slash at the end.
	 */
	private static function is_address( string $url ): bool {
		$parts = wp_parse_url( $url );
		return is_array( $parts ) && in_array( $parts['scheme'] ?? '', array( 'http', 'https' ), true ) && ! empty( $parts['host'] )
			&& ! array_intersect_key( $parts, array_flip( array( 'user', 'pass', 'query', 'fragment' ) ) )
			&& esc_url_raw( $url, array( 'http', 'https' ) ) === $url;
	}

	/**
	 * A message on the page after saving.
	 *
	 * @param string $code Of the field.
	 * @param string $text The message.
	 */
	private static function complain( string $code, string $text ): void {
		if ( function_exists( 'add_settings_error' ) ) {
			add_settings_error( Settings::OPTION, "ledgerrag_$code", $text );
		}
	}

	/**
	 * Test the connection, and go back to the page with the result.
	 */
	public static function test(): void {
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'You are not allowed to change the settings.', 'ledgerrag' ), 403 );
		}
		check_admin_referer( self::ACTION );
		set_transient( self::RESULT . get_current_user_id(), Connection::test( Settings::load() ), MINUTE_IN_SECONDS );
		wp_safe_redirect( self::address() );
		exit;
	}

	/**
	 * The page.
	 */
	public static function show(): void {
		if ( ! current_user_can( 'manage_options' ) ) {
			return;
		}
		echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
		self::show_result();
		echo '<form action="options.php" method="post" autocomplete="off">';
		settings_fields( self::GROUP );
		do_settings_sections( self::PAGE );
		submit_button();
		echo '</form><hr><h2>' . esc_html__( 'Connection', 'ledgerrag' ) . '</h2>';
		echo '<form action="' . esc_url( admin_url( 'admin-post.php' ) ) . '" method="post">';
		echo '<p>' . esc_html__( 'The test uses the settings that are saved.', 'ledgerrag' ) . '</p>';
		printf( '<input type="hidden" name="action" value="%s">', esc_attr( self::ACTION ) );
		wp_nonce_field( self::ACTION );
		submit_button( __( 'Test the connection', 'ledgerrag' ), 'secondary', 'ledgerrag-test', false );
		echo '</form></div>';
	}

	/**
	 * The result of the last test, once.
	 */
	private static function show_result(): void {
		$name   = self::RESULT . get_current_user_id();
		$result = get_transient( $name );
		if ( is_array( $result ) ) {
			delete_transient( $name );
			printf( '<div class="notice notice-%s" role="status"><p>%s</p></div>', esc_attr( $result[0] ), esc_html( $result[1] ) );
		}
	}
}
