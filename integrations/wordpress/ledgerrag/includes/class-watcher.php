<?php
/**
 * A watch on each published story.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * Makes a watch when a story is published and ends it when it is taken down; what fails is tried again later.
 */
final class Watcher {

	const META  = '_ledgerrag_watch';
	const BEGIN = 'ledgerrag_begin_watch';
	const END   = 'ledgerrag_end_watch';

	// Publishing does not wait longer for a watch.
	const SECONDS       = 5.0;
	const LATER_SECONDS = 60.0;

	// Seconds until the next try; the last goes on until it works, for so many tries in all.
	const PAUSES = array( 60, 300, 1800, 7200 );
	const TRIES  = 90;

	/**
	 * Register with WordPress.
	 */
	public static function register(): void {
		add_action( 'wp_after_insert_post', array( self::class, 'on_saved' ), 10, 2 );
		add_action( 'before_delete_post', array( self::class, 'on_deleted' ) );
		add_action( self::BEGIN, array( self::class, 'begin' ), 10, 2 );
		add_action( self::END, array( self::class, 'end' ), 10, 2 );
	}

	/**
	 * A post was stored.
	 *
	 * @param int      $post_id Of the post.
	 * @param \WP_Post $post    As it is now.
	 */
	public static function on_saved( $post_id, $post ): void {
		if ( ! in_array( $post->post_type, Settings::post_types(), true ) ) {
			return;
		}
		$settings = Settings::load();
		$state    = self::state( (int) $post_id );
		if ( 'publish' !== $post->post_status ) {
			self::leave( (int) $post_id, $state );
			return;
		}
		$digest = Story::digest( $post->post_title, $post->post_content );
		if ( ! $settings->watch || '' !== $settings->missing() || ( $state['watch'] && $state['digest'] === $digest ) ) {
			return;
		}
		$state['editor'] = Relay::editor();
		self::store( (int) $post_id, $state );
		self::begin( (int) $post_id );
	}

	/**
	 * A post is about to be deleted for good.
	 *
	 * @param int $post_id Of the post.
	 */
	public static function on_deleted( $post_id ): void {
		self::leave( (int) $post_id, self::state( (int) $post_id ) );
	}

	/**
	 * Make the watch of a published post.
	 *
	 * @param int $post_id Of the post.
	 * @param int $tried   How often it failed.
	 */
	public static function begin( $post_id, $tried = 0 ): void {
		$post = get_post( (int) $post_id );
		if ( ! $post || 'publish' !== $post->post_status ) {
			return;
		}
		$state  = self::state( $post->ID );
		$digest = Story::digest( $post->post_title, $post->post_content );
		$made   = self::made( $post, $digest, $state['editor'], (int) $tried );
		if ( ! isset( $made->watch ) ) {
			self::later( self::BEGIN, $post->ID, (int) $tried );
			return;
		}
		$old   = $state['watch'];
		$state = array(
			'watch'  => (string) $made->watch,
			'digest' => $digest,
			'editor' => $state['editor'],
		);
		self::store( $post->ID, $state );
		if ( $old && $old !== $state['watch'] ) {
			self::end( $old ); // The text that it watched is no longer what readers see.
		}
	}

	/**
	 * What the service makes of a published post: of the revision that was just checked, else of the text.
	 *
	 * @param \WP_Post $post   The post.
	 * @param string   $digest Of its text.
	 * @param string   $editor Who published it.
	 * @param int      $tried  How often it failed.
	 */
	private static function made( \WP_Post $post, string $digest, string $editor, int $tried ): ?object {
		$draft    = Story::draft( $post->ID );
		$revision = Gate::revision( $draft, $digest );
		$body     = array(
			'story'  => $draft,
			'title'  => Story::title( $post->post_title ),
			'url'    => (string) get_permalink( $post ),
			'editor' => $editor,
		);
		$made     = null;
		if ( $revision ) {
			$made = self::asked( 'POST', '/v1/watches', (string) wp_json_encode( $body + array( 'draft_revision' => $revision ) ), $tried );
		}
		if ( ! $made ) {
			$body['paragraphs'] = Story::paragraphs( $post->post_content );
			$made               = self::asked( 'POST', '/v1/watches', (string) wp_json_encode( $body ), $tried );
		}
		return $made;
	}

	/**
	 * End a watch.
	 *
	 * @param string $watch Its id.
	 * @param int    $tried How often it failed.
	 */
	public static function end( $watch, $tried = 0 ): void {
		if ( null === self::asked( 'DELETE', '/v1/watches/' . rawurlencode( (string) $watch ), null, (int) $tried ) ) {
			self::later( self::END, (string) $watch, (int) $tried );
		}
	}

	/**
	 * Forget all tries that are still to come, when the plugin is switched off.
	 */
	public static function forget_schedule(): void {
		wp_unschedule_hook( self::BEGIN );
		wp_unschedule_hook( self::END );
	}

	/**
	 * End the watch of a post that readers no longer see.
	 *
	 * @param int   $post_id Of the post.
	 * @param array $state   Its state.
	 */
	private static function leave( int $post_id, array $state ): void {
		delete_post_meta( $post_id, self::META );
		if ( $state['watch'] ) {
			self::end( $state['watch'] );
		}
	}

	/**
	 * The answer of the service; null where there was none or it refused.
	 *
	 * @param string      $method POST or DELETE.
	 * @param string      $path   From the root of the service.
	 * @param string|null $body   JSON, or none.
	 * @param int         $tried  How often it failed; a later try waits longer, since nobody waits for it.
	 */
	private static function asked( string $method, string $path, ?string $body, int $tried ): ?object {
		$client = new Client( Settings::load() );
		try {
			$reply = $client->send( $method, $path, array(), $body, $tried ? self::LATER_SECONDS : self::SECONDS );
		} catch ( Service_Error $error ) {
			return null;
		}
		$gone = 'DELETE' === $method && 404 === $reply['status'];
		if ( $reply['status'] >= 400 && ! $gone ) {
			return null;
		}
		return is_object( $reply['value'] ) ? $reply['value'] : new \stdClass();
	}

	/**
	 * Try again later.
	 *
	 * @param string     $hook  BEGIN or END.
	 * @param int|string $what  A post or a watch.
	 * @param int        $tried How often it failed before.
	 */
	private static function later( string $hook, $what, int $tried ): void {
		if ( $tried < self::TRIES ) {
			$pause = self::PAUSES[ min( $tried, count( self::PAUSES ) - 1 ) ];
			wp_schedule_single_event( time() + $pause, $hook, array( $what, $tried + 1 ) );
		}
	}

	/**
	 * What is known of a post's watch.
	 *
	 * @param int $post_id Of the post.
	 * @return array{watch:string, digest:string, editor:string}
	 */
	private static function state( int $post_id ): array {
		$kept = get_post_meta( $post_id, self::META, true );
		return array_merge(
			array(
				'watch'  => '',
				'digest' => '',
				'editor' => '',
			),
			is_array( $kept ) ? $kept : array()
		);
	}

	/**
	 * Keep it.
	 *
	 * @param int   $post_id Of the post.
	 * @param array $state   See state().
	 */
	private static function store( int $post_id, array $state ): void {
		update_post_meta( $post_id, self::META, wp_slash( $state ) );
	}
}
