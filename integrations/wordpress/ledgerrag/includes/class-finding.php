<?php
/**
 * What the ledger says about a text that is to be published, and what follows from it.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * The outcome of the check before publishing.
 */
final class Finding {

	// So many claims a message names; the ledger shows them all.
	const NAMED   = 5;
	const LONGEST = 240;

	/**
	 * Whether the text must not be published.
	 *
	 * @var bool
	 */
	public $stops;

	/**
	 * The claims that the record refutes and no person has overridden.
	 *
	 * @var object[]
	 */
	public $refuted;

	/**
	 * Why there is no ledger, where there is none.
	 *
	 * @var Service_Error|null
	 */
	public $fault;

	/**
	 * The revision of the draft that the ledger is of; 0 where there is none.
	 *
	 * @var int
	 */
	public $revision = 0;

	/**
	 * An outcome.
	 *
	 * @param bool               $stops   Whether the text must not be published.
	 * @param object[]           $refuted Claims.
	 * @param Service_Error|null $fault   Why there is no ledger.
	 */
	private function __construct( bool $stops, array $refuted = array(), ?Service_Error $fault = null ) {
		$this->stops   = $stops;
		$this->refuted = $refuted;
		$this->fault   = $fault;
	}

	/**
	 * What a ledger means for publishing.
	 *
	 * @param object   $snapshot The ledger of the text.
	 * @param Settings $settings The settings.
	 */
	public static function of( object $snapshot, Settings $settings ): self {
		$overridden = array();
		foreach ( $snapshot->checklist ?? array() as $item ) {
			if ( 'overridden' === ( $item->state ?? '' ) ) {
				$overridden[] = (string) ( $item->claim ?? '' );
			}
		}
		$refuted = array();
		foreach ( $snapshot->claims ?? array() as $claim ) {
			if ( 'refuted' === ( $claim->status ?? '' ) && ! in_array( (string) $claim->id, $overridden, true ) ) {
				$refuted[] = $claim;
			}
		}
		$found           = new self( $refuted && 'block' === $settings->policy, $refuted );
		$found->revision = (int) ( $snapshot->revision ?? 0 );
		return $found;
	}

	/**
	 * What it means that there is no ledger.
	 *
	 * @param Service_Error $fault    Why.
	 * @param Settings      $settings The settings.
	 */
	public static function without_ledger( Service_Error $fault, Settings $settings ): self {
		return new self( $settings->block_when_down, array(), $fault );
	}

	/**
	 * Whether there is something to say.
	 */
	public function is_clear(): bool {
		return ! $this->refuted && ! $this->fault;
	}

	/**
	 * The outcome in words that name the claims; plain text without angle brackets, which the editor would not show.
	 */
	public function text(): string {
		$lines = $this->fault ? $this->lines_without_ledger() : $this->lines_of_claims();
		return strtr( implode( ' ', $lines ), '<>', '()' );
	}

	/**
	 * The claims, a line for each.
	 *
	 * @return string[]
	 */
	public function claims(): array {
		$lines = array_map( array( self::class, 'line' ), array_slice( $this->refuted, 0, self::NAMED ) );
		$more  = count( $this->refuted ) - self::NAMED;
		if ( $more > 0 ) {
			/* translators: %d: a number of claims. */
			$lines[] = sprintf( _n( 'And %d more.', 'And %d more.', $more, 'ledgerrag' ), $more );
		}
		return $lines;
	}

	/**
	 * What is said of refuted claims.
	 *
	 * @return string[]
	 */
	private function lines_of_claims(): array {
		$count = count( $this->refuted );
		if ( $this->stops ) {
			/* translators: %d: a number of claims. */
			$head = _n( 'Not published: the record refutes %d claim.', 'Not published: the record refutes %d claims.', $count, 'ledgerrag' );
			$tail = __( 'Correct the text, or override the item in the evidence ledger with a reason.', 'ledgerrag' );
		} else {
			/* translators: %d: a number of claims. */
			$head = _n( 'The record refutes %d claim of this text.', 'The record refutes %d claims of this text.', $count, 'ledgerrag' );
			$tail = __( 'The evidence ledger says why.', 'ledgerrag' );
		}
		return array_merge( array( sprintf( $head, $count ) ), $this->claims(), array( $tail ) );
	}

	/**
	 * What is said where there is no ledger.
	 *
	 * @return string[]
	 */
	private function lines_without_ledger(): array {
		$head = $this->stops
			? __( 'Not published: the claims could not be checked, and this site publishes nothing unchecked.', 'ledgerrag' )
			: __( 'The claims of this text could not be checked.', 'ledgerrag' );
		return array( $head, $this->fault->line() );
	}

	/**
	 * A claim and what speaks against it.
	 *
	 * @param object $claim Of a snapshot.
	 */
	private static function line( object $claim ): string {
		foreach ( $claim->evidence ?? array() as $evidence ) {
			if ( 'refutes' === ( $evidence->stance ?? '' ) ) {
				return sprintf(
					/* translators: 1: a claim, 2: a source, 3: a date, 4: a quotation. */
					__( '“%1$s” — %2$s, %3$s: “%4$s”', 'ledgerrag' ),
					self::short( (string) $claim->text ),
					self::short( (string) ( $evidence->source_name ?? $evidence->source ?? $evidence->title ?? '' ) ),
					substr( (string) ( $evidence->published ?? '' ), 0, 10 ),
					self::short( (string) ( $evidence->quote ?? '' ) )
				);
			}
		}
		/* translators: %s: a claim. */
		return sprintf( __( '“%s”', 'ledgerrag' ), self::short( (string) $claim->text ) );
	}

	/**
	 * A text in one line that is not too long.
	 *
	 * @param string $text Any text.
	 */
	private static function short( string $text ): string {
		$line = trim( (string) preg_replace( '/\s+/u', ' ', $text ) );
		return mb_strlen( $line ) <= self::LONGEST ? $line : rtrim( mb_substr( $line, 0, self::LONGEST - 1 ) ) . '…';
	}
}
