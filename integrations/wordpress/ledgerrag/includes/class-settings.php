<?php
/**
 * What the site's administrators decided.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * The settings as a value: constants of wp-config.php go before what the settings page stored.
 */
final class Settings {

	const OPTION = 'ledgerrag_settings';

	/**
	 * The token lies in an option of its own, inside an array: WordPress lists plain options with
	 * their values on a page for administrators, and hides serialised ones.
	 */
	const SECRET = 'ledgerrag_secret';

	const POLICIES = array( 'off', 'warn', 'block' );

	const DEFAULTS = array(
		'url'       => '',
		'site'      => '',
		'policy'    => 'warn',
		'when_down' => 'warn',
		'watch'     => true,
	);

	/**
	 * Where the service listens, without a slash at the end.
	 *
	 * @var string
	 */
	public $url;

	/**
	 * The bearer token.
	 *
	 * @var string
	 */
	public $token;

	/**
	 * The site that the token was made for.
	 *
	 * @var string
	 */
	public $site;

	/**
	 * What a refuted claim does at publishing: off, warn or block.
	 *
	 * @var string
	 */
	public $policy;

	/**
	 * Whether nothing is published while the service does not answer; only with the policy block.
	 *
	 * @var bool
	 */
	public $block_when_down;

	/**
	 * Whether a published story is watched.
	 *
	 * @var bool
	 */
	public $watch;

	/**
	 * Read the settings.
	 *
	 * @param array $stored What the settings page stored.
	 * @param array $secret The stored token, under the key `token`.
	 */
	private function __construct( array $stored, array $secret ) {
		$stored      = array_merge( self::DEFAULTS, $stored );
		$this->url   = untrailingslashit( self::constant( 'LEDGERRAG_URL', (string) $stored['url'] ) );
		$this->token = self::constant( 'LEDGERRAG_TOKEN', (string) ( $secret['token'] ?? '' ) );
		$this->site  = self::constant( 'LEDGERRAG_SITE', (string) $stored['site'] );

		$this->policy = in_array( $stored['policy'], self::POLICIES, true ) ? $stored['policy'] : 'warn';

		$this->block_when_down = 'block' === $this->policy && 'block' === $stored['when_down'];
		$this->watch           = (bool) $stored['watch'];
	}

	/**
	 * The settings of this site.
	 */
	public static function load(): self {
		return new self( (array) get_option( self::OPTION, array() ), (array) get_option( self::SECRET, array() ) );
	}

	/**
	 * What is still missing, in a sentence for an administrator; empty when all is there.
	 */
	public function missing(): string {
		if ( '' === $this->url ) {
			return __( 'The address of the evidence service is not set.', 'ledgerrag' );
		}
		if ( '' === $this->token ) {
			return __( 'The token for the evidence service is not set.', 'ledgerrag' );
		}
		if ( '' === $this->site ) {
			return __( 'The name of the site, for which the token was made, is not set.', 'ledgerrag' );
		}
		return '';
	}

	/**
	 * Whether wp-config.php states a value, so that the settings page cannot.
	 *
	 * @param string $name Of the constant.
	 */
	public static function is_fixed( string $name ): bool {
		return defined( $name ) && '' !== (string) constant( $name );
	}

	/**
	 * The types of posts that have a ledger.
	 *
	 * @return string[]
	 */
	public static function post_types(): array {
		$types = array_filter(
			get_post_types(
				array(
					'public'       => true,
					'show_in_rest' => true,
				)
			),
			static function ( $type ) {
				return 'attachment' !== $type && post_type_supports( $type, 'editor' );
			}
		);

		/**
		 * Filters the types of posts that have a ledger.
		 *
		 * @param string[] $types Names of post types.
		 */
		return array_values( (array) apply_filters( 'ledgerrag_post_types', array_values( $types ) ) );
	}

	/**
	 * A constant, or what was stored.
	 *
	 * @param string $name   Of the constant.
	 * @param string $stored The stored value.
	 */
	private static function constant( string $name, string $stored ): string {
		return self::is_fixed( $name ) ? trim( (string) constant( $name ) ) : $stored;
	}
}
