<?php
/**
 * A draft in the service: check a text and wait for its ledger.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * One draft of the site.
 */
final class Draft {

	// A newer check of the same draft puts an older one aside: then ours is sent again, so often.
	const TRIES = 3;

	// The longest that one request waits for news.
	const WAIT_SECONDS = 5;

	/**
	 * The service.
	 *
	 * @var Client
	 */
	private $client;

	/**
	 * Name of the draft.
	 *
	 * @var string
	 */
	private $name;

	/**
	 * A draft of a site.
	 *
	 * @param Client $client The service.
	 * @param string $name   Name of the draft.
	 */
	public function __construct( Client $client, string $name ) {
		$this->client = $client;
		$this->name   = $name;
	}

	/**
	 * The ledger of a text.
	 *
	 * @param string $title      Of the story.
	 * @param array  $paragraphs Of the story.
	 * @param string $editor     Who asks.
	 * @param float  $seconds    How long to wait for it.
	 * @return object The snapshot.
	 * @throws Service_Error The service is down, refuses the text, or is not done in time.
	 */
	public function check( string $title, array $paragraphs, string $editor, float $seconds ): object {
		$deadline = microtime( true ) + $seconds;
		$body     = (string) wp_json_encode(
			array(
				'title'      => $title,
				'paragraphs' => $paragraphs,
				'editor'     => $editor,
			)
		);
		for ( $try = 0; $try < self::TRIES; $try++ ) {
			$accepted = $this->value( 'POST', 'checks', array(), $body );
			if ( ! isset( $accepted->check, $accepted->revision ) ) {
				throw $this->client->unreadable();
			}
			if ( 'done' === $this->wait( (string) $accepted->check, $deadline ) ) {
				return $this->value( 'GET', 'ledger', array( 'revision' => (int) $accepted->revision ) );
			}
		}
		throw $this->late();
	}

	/**
	 * Wait for the end of a check.
	 *
	 * @param string $check    Its id.
	 * @param float  $deadline Unix time.
	 * @return string done or superseded.
	 * @throws Service_Error It failed, or is not done in time.
	 */
	private function wait( string $check, float $deadline ): string {
		$seen = 0;
		for ( $left = $deadline - microtime( true ); $left > 0; $left = $deadline - microtime( true ) ) {
			$query = array(
				'after' => $seen,
				'wait'  => max( 1, min( self::WAIT_SECONDS, (int) $left ) ),
			);
			$state = $this->value( 'GET', 'checks/' . rawurlencode( $check ), $query );
			$how   = (string) ( $state->status ?? '' );
			if ( 'done' === $how || 'superseded' === $how ) {
				return $how;
			}
			if ( 'failed' === $how ) {
				throw $this->failed( $state );
			}
			$seen = (int) ( $state->last_seq ?? $seen );
			usleep( 50000 );
		}
		throw $this->late();
	}

	/**
	 * The answer of the service about this draft.
	 *
	 * @param string      $method GET or POST.
	 * @param string      $suffix Behind the draft's path.
	 * @param array       $query  Parameters.
	 * @param string|null $body   JSON, or none.
	 * @throws Service_Error See Client::send(); and a refusal.
	 */
	private function value( string $method, string $suffix, array $query, ?string $body = null ): object {
		$reply = $this->client->send( $method, $this->client->draft_path( $this->name, $suffix ), $query, $body );
		if ( $reply['status'] >= 400 ) {
			throw $this->client->refusal( $reply );
		}
		if ( ! is_object( $reply['value'] ) ) {
			throw $this->client->unreadable();
		}
		return $reply['value'];
	}

	/**
	 * What a failed check means.
	 *
	 * @param object $state Of the check.
	 */
	private function failed( object $state ): Service_Error {
		$told = $state->problem->detail ?? $state->problem->title ?? '';
		return new Service_Error(
			__( 'The check failed', 'ledgerrag' ),
			trim( __( 'The evidence service could not check this text.', 'ledgerrag' ) . ' ' . $told ),
			__( 'Check it in the evidence ledger, then publish again.', 'ledgerrag' )
		);
	}

	/**
	 * What it means that a check is not done.
	 */
	private function late(): Service_Error {
		return new Service_Error(
			__( 'The check is not done yet', 'ledgerrag' ),
			__( 'The evidence service is still checking this text.', 'ledgerrag' ),
			__( 'Wait for the evidence ledger, then publish again.', 'ledgerrag' ),
			504
		);
	}
}
