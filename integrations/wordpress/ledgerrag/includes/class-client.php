<?php
/**
 * The way from the site to the service.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * One request, one reply; the token stays on this side.
 */
final class Client {

	// An answer about one draft is far below this; more is a fault, not an answer.
	const MAX_REPLY = 16000000;

	/**
	 * The settings.
	 *
	 * @var Settings
	 */
	private $settings;

	/**
	 * A client for the service of the settings.
	 *
	 * @param Settings $settings The settings.
	 */
	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/**
	 * The path of a draft's resource.
	 *
	 * @param string $draft  Name of the draft.
	 * @param string $suffix What follows it, already escaped.
	 */
	public function draft_path( string $draft, string $suffix ): string {
		return '/v1/drafts/' . rawurlencode( $this->settings->site ) . '/' . rawurlencode( $draft ) . '/' . $suffix;
	}

	/**
	 * Send a request and give what came back, whatever its status.
	 *
	 * @param string      $method  GET, POST or DELETE.
	 * @param string      $path    From the root of the service, escaped.
	 * @param array       $query   Parameters.
	 * @param string|null $body    JSON, or none.
	 * @param float       $seconds How long it may take.
	 * @return array{status:int, value:mixed, retry_after:string} Objects of the JSON stay objects.
	 * @throws Service_Error The service is not set up, down, too slow, refuses the token, or answers with something else than JSON.
	 */
	public function send( string $method, string $path, array $query = array(), ?string $body = null, float $seconds = 15.0 ): array {
		$missing = $this->settings->missing();
		if ( '' !== $missing ) {
			throw new Service_Error(
				__( 'The evidence service is not set up', 'ledgerrag' ),
				$missing,
				__( 'An administrator sets it under Settings, LedgerRAG.', 'ledgerrag' )
			);
		}
		$url   = $this->settings->url . $path . ( $query ? '?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 ) : '' );
		$reply = wp_remote_request( $url, $this->arguments( $method, $body, $seconds ) );
		if ( is_wp_error( $reply ) ) {
			throw $this->unreachable( $reply );
		}
		return $this->read( $reply );
	}

	/**
	 * The arguments of a request.
	 *
	 * @param string      $method  GET, POST or DELETE.
	 * @param string|null $body    JSON, or none.
	 * @param float       $seconds How long it may take.
	 */
	private function arguments( string $method, ?string $body, float $seconds ): array {
		$headers = array(
			'Authorization' => 'Bearer ' . $this->settings->token,
			'Accept'        => 'application/json',
		);
		if ( null !== $body ) {
			$headers['Content-Type'] = 'application/json';
		}
		return array(
			'method'              => $method,
			'headers'             => $headers,
			'body'                => $body,
			'timeout'             => max( 1.0, $seconds ),
			'redirection'         => 0, // The token goes to this address alone.
			'limit_response_size' => self::MAX_REPLY,
			'user-agent'          => 'LedgerRAG-WordPress/' . VERSION,
		);
	}

	/**
	 * The answer as a value.
	 *
	 * @param array $reply Of WordPress.
	 * @throws Service_Error See send().
	 */
	private function read( array $reply ): array {
		$status = (int) wp_remote_retrieve_response_code( $reply );
		if ( 401 === $status || 403 === $status ) {
			// A refusal of the site must not look like a refusal of the person at the keyboard.
			throw new Service_Error(
				__( 'The evidence service refuses this site', 'ledgerrag' ),
				__( 'The evidence service does not accept the token of this site.', 'ledgerrag' ),
				__( 'An administrator makes one with "ledgerrag token create" and sets it under Settings, LedgerRAG.', 'ledgerrag' )
			);
		}
		$text  = wp_remote_retrieve_body( $reply );
		$value = '' === $text ? null : json_decode( $text );
		if ( ( '' !== $text && JSON_ERROR_NONE !== json_last_error() ) || $status < 200 || ( $status >= 300 && $status < 400 ) ) {
			throw $this->unreadable();
		}
		return array(
			'status'      => $status,
			'value'       => $value,
			'retry_after' => (string) wp_remote_retrieve_header( $reply, 'retry-after' ),
		);
	}

	/**
	 * What an answer means that is not ours.
	 */
	public function unreadable(): Service_Error {
		return new Service_Error(
			__( 'The answer cannot be read', 'ledgerrag' ),
			__( 'What answers at the address of the evidence service is not LedgerRAG, or another version of it.', 'ledgerrag' ),
			__( 'An administrator checks the address under Settings, LedgerRAG.', 'ledgerrag' )
		);
	}

	/**
	 * What a refusal of the service means.
	 *
	 * @param array $reply Of send(), with a status of 400 or more.
	 */
	public function refusal( array $reply ): Service_Error {
		$told = is_object( $reply['value'] ) ? $reply['value'] : new \stdClass();
		$busy = in_array( $reply['status'], array( 429, 503 ), true );
		$step = $busy ? __( 'Try again in a minute.', 'ledgerrag' ) : __( 'Tell an administrator.', 'ledgerrag' );
		/* translators: %d: an HTTP status such as 500. */
		$detail = sprintf( __( 'The evidence service answered with status %d.', 'ledgerrag' ), $reply['status'] );
		$error  = new Service_Error(
			$busy ? __( 'The evidence service is busy', 'ledgerrag' ) : __( 'The evidence service refused the request', 'ledgerrag' ),
			(string) ( $told->detail ?? $told->title ?? $detail ),
			(string) ( $told->next_step ?? $step ),
			$busy ? 503 : 502
		);

		$error->retry_after = $reply['retry_after'];
		return $error;
	}

	/**
	 * What a failure of the connection means.
	 *
	 * @param \WP_Error $failure Of WordPress.
	 */
	private function unreachable( \WP_Error $failure ): Service_Error {
		$told = $failure->get_error_message();
		if ( false !== stripos( $told, 'timed out' ) ) {
			return new Service_Error(
				__( 'The evidence service takes too long', 'ledgerrag' ),
				__( 'The evidence service did not answer in time.', 'ledgerrag' ),
				__( 'Go on writing, and try again in a minute.', 'ledgerrag' ),
				504
			);
		}
		return new Service_Error(
			__( 'The evidence service cannot be reached', 'ledgerrag' ),
			__( 'The evidence service does not answer.', 'ledgerrag' ),
			__( 'Go on writing; if it stays so, tell an administrator.', 'ledgerrag' )
		);
	}
}
