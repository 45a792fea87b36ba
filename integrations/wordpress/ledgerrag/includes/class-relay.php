<?php
/**
 * The browser's way to the service: through this site.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * REST routes that pass on what the panel asks, for people who may edit the post.
 */
final class Relay {

	const SPACE = 'ledgerrag/v1';

	// The largest request that is passed on, in bytes.
	const MAX_BODY = 2000000;

	// What may be read, and the parameters (whole numbers) that are passed on.
	const READ = array(
		'checks/(?P<check>[A-Za-z0-9_-]{1,64})' => array( 'after', 'wait' ),
		'ledger'                                => array( 'revision' ),
		'revisions'                             => array( 'before', 'limit' ),
		'diff'                                  => array( 'from', 'to' ),
		'watch'                                 => array(),
	);

	const WRITTEN = array( 'checks', 'remarks', 'notices' );

	/**
	 * Register the routes when WordPress asks.
	 */
	public static function register(): void {
		add_action( 'rest_api_init', array( self::class, 'routes' ) );
	}

	/**
	 * The routes.
	 */
	public static function routes(): void {
		foreach ( self::READ as $suffix => $numbers ) {
			self::route( $suffix, 'GET', $numbers );
		}
		foreach ( self::WRITTEN as $suffix ) {
			self::route( $suffix, 'POST', array() );
		}
	}

	/**
	 * Register one route.
	 *
	 * @param string   $suffix  What follows the post; a pattern.
	 * @param string   $method  GET or POST.
	 * @param string[] $numbers Parameters that are passed on.
	 */
	private static function route( string $suffix, string $method, array $numbers ): void {
		$args = array();
		foreach ( $numbers as $name ) {
			$args[ $name ] = array(
				'type'    => 'integer',
				'minimum' => 0,
			);
		}
		register_rest_route(
			self::SPACE,
			'/posts/(?P<id>\d{1,18})/' . $suffix,
			array(
				'methods'             => $method,
				'args'                => $args,
				'permission_callback' => array( self::class, 'allowed' ),
				'callback'            => static function ( WP_REST_Request $request ) use ( $suffix, $method, $numbers ) {
					$plain = isset( $request['check'] ) ? 'checks/' . rawurlencode( $request['check'] ) : $suffix;
					return self::passed( $request, $plain, $method, $numbers );
				},
			)
		);
	}

	/**
	 * Whether the person may see and change the ledger of the post: whoever may edit the post itself.
	 *
	 * @param WP_REST_Request $request With the post's id.
	 * @return true|WP_Error
	 */
	public static function allowed( WP_REST_Request $request ) {
		$post = get_post( (int) $request['id'] );
		if ( current_user_can( 'edit_posts' ) && ( ! $post || ! in_array( $post->post_type, Settings::post_types(), true ) ) ) {
			return new WP_Error( 'ledgerrag_no_post', __( 'There is no such post.', 'ledgerrag' ), array( 'status' => 404 ) );
		}
		if ( ! $post || ! current_user_can( 'edit_post', $post->ID ) ) {
			return new WP_Error(
				'ledgerrag_forbidden',
				__( 'You are not allowed to edit this post.', 'ledgerrag' ),
				array( 'status' => rest_authorization_required_code() )
			);
		}
		return true;
	}

	/**
	 * Pass a request on, and its answer back.
	 *
	 * @param WP_REST_Request $request From the browser.
	 * @param string          $suffix  Behind the draft's path.
	 * @param string          $method  GET or POST.
	 * @param string[]        $numbers Parameters that are passed on.
	 */
	private static function passed( WP_REST_Request $request, string $suffix, string $method, array $numbers ): WP_REST_Response {
		$client = new Client( Settings::load() );
		$query  = array();
		foreach ( $numbers as $name ) {
			if ( isset( $request[ $name ] ) ) {
				// A waiting request holds a process of PHP: it may not wait long.
				$query[ $name ] = 'wait' === $name ? min( Draft::WAIT_SECONDS, (int) $request[ $name ] ) : (int) $request[ $name ];
			}
		}
		try {
			$body  = 'POST' === $method ? self::body( $request ) : null;
			$path  = $client->draft_path( Story::draft( (int) $request['id'] ), $suffix );
			$reply = $client->send( $method, $path, $query, $body );
		} catch ( Service_Error $error ) {
			return self::problem( $error );
		}
		$response = new WP_REST_Response( $reply['value'], $reply['status'] );
		if ( $reply['status'] >= 400 ) {
			$response->header( 'Content-Type', 'application/problem+json; charset=utf-8' );
		}
		if ( preg_match( '/^\d{1,6}$/', $reply['retry_after'] ) ) {
			$response->header( 'Retry-After', $reply['retry_after'] );
		}
		return $response;
	}

	/**
	 * The body of a request, with the name of the person who is logged in: the browser cannot state another.
	 *
	 * @param WP_REST_Request $request From the browser.
	 * @throws Service_Error It is too large, or no JSON object.
	 */
	private static function body( WP_REST_Request $request ): string {
		$text = $request->get_body();
		if ( strlen( $text ) > self::MAX_BODY ) {
			throw new Service_Error(
				__( 'The text is too large', 'ledgerrag' ),
				/* translators: %s: a number of megabytes. */
				sprintf( __( 'The text has more than %s MB.', 'ledgerrag' ), number_format_i18n( self::MAX_BODY / 1000000 ) ),
				__( 'Divide the story.', 'ledgerrag' ),
				413
			);
		}
		$value = json_decode( $text );
		if ( ! is_object( $value ) ) {
			throw new Service_Error(
				__( 'The request cannot be read', 'ledgerrag' ),
				__( 'The request is no JSON object.', 'ledgerrag' ),
				__( 'Reload the editor.', 'ledgerrag' ),
				400
			);
		}
		$value->editor = self::editor();
		return (string) wp_json_encode( $value );
	}

	/**
	 * The name of the person who is logged in; empty where a program works.
	 */
	public static function editor(): string {
		$user = wp_get_current_user();
		return $user->exists() ? (string) ( $user->display_name ? $user->display_name : $user->user_login ) : '';
	}

	/**
	 * An error as a response.
	 *
	 * @param Service_Error $error What went wrong.
	 */
	private static function problem( Service_Error $error ): WP_REST_Response {
		$response = new WP_REST_Response( $error->problem(), $error->getCode() );
		$response->header( 'Content-Type', 'application/problem+json; charset=utf-8' );
		return $response;
	}
}
