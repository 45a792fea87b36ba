<?php
/**
 * What goes wrong between the site and the service.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * The service gave no answer that could be used.
 */
final class Service_Error extends \RuntimeException {

	/**
	 * What happened, in a few words.
	 *
	 * @var string
	 */
	public $title;

	/**
	 * Who can do what about it.
	 *
	 * @var string
	 */
	public $next_step;

	/**
	 * Seconds until the service may be asked again, where it says so.
	 *
	 * @var string
	 */
	public $retry_after = '';

	/**
	 * An error with its next step.
	 *
	 * @param string $title     A few words.
	 * @param string $detail    A sentence for the editor.
	 * @param string $next_step A sentence.
	 * @param int    $status    HTTP status for the editor's browser.
	 */
	public function __construct( string $title, string $detail, string $next_step, int $status = 502 ) {
		parent::__construct( $detail, $status );
		$this->title     = $title;
		$this->next_step = $next_step;
	}

	/**
	 * The error as a problem of RFC 9457.
	 */
	public function problem(): array {
		return array(
			'type'      => 'about:blank',
			'title'     => $this->title,
			'status'    => $this->getCode(),
			'detail'    => $this->getMessage(),
			'next_step' => $this->next_step,
		);
	}

	/**
	 * Detail and next step in one line.
	 */
	public function line(): string {
		return trim( $this->getMessage() . ' ' . $this->next_step );
	}
}
