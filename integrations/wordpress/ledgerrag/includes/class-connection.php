<?php
/**
 * The test of the connection.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * Says in one line whether the service can be used with the settings, and else what to do.
 */
final class Connection {

	// What the plugin does with the service.
	const SCOPES = array( 'draft', 'watch' );

	/**
	 * Test it.
	 *
	 * @param Settings $settings The settings.
	 * @return array{0:string, 1:string} success, warning or error; and a line that holds no secret.
	 */
	public static function test( Settings $settings ): array {
		$client = new Client( $settings );
		try {
			$reply = $client->send( 'GET', '/v1/token' );
			if ( $reply['status'] >= 400 ) {
				throw $client->refusal( $reply );
			}
			if ( ! isset( $reply['value']->site, $reply['value']->scopes ) || ! is_array( $reply['value']->scopes ) ) {
				throw $client->unreadable();
			}
		} catch ( Service_Error $error ) {
			return array( 'error', $error->line() );
		}
		return self::judged( $reply['value'], $settings );
	}

	/**
	 * What a token may do, against what is needed.
	 *
	 * @param object   $token    Its site and scopes.
	 * @param Settings $settings The settings.
	 * @return array{0:string, 1:string}
	 */
	private static function judged( object $token, Settings $settings ): array {
		if ( $token->site !== $settings->site ) {
			return array(
				'error',
				/* translators: 1: name of a site, 2: name of a site. */
				sprintf( __( 'The service answers, but the token was made for the site “%1$s”, and the setting says “%2$s”. Change the setting or make another token.', 'ledgerrag' ), $token->site, $settings->site ),
			);
		}
		$lacking = in_array( 'admin', $token->scopes, true ) ? array() : array_diff( self::SCOPES, $token->scopes );
		if ( in_array( 'draft', $lacking, true ) ) {
			return array(
				'error',
				__( 'The service answers, but the token has no scope “draft”: nothing can be checked. Make one that has it.', 'ledgerrag' ),
			);
		}
		if ( $lacking && $settings->watch ) {
			return array(
				'warning',
				__( 'The service answers and can check stories, but the token has no scope “watch”: published stories are not watched. Make one that has it.', 'ledgerrag' ),
			);
		}
		/* translators: 1: an address, 2: name of a site. */
		return array( 'success', sprintf( __( 'The service at %1$s answers and accepts the token for the site “%2$s”.', 'ledgerrag' ), $settings->url, $settings->site ) );
	}
}
