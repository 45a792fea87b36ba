<?php
/**
 * The check at publishing.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/**
 * Keeps a text back that the record refutes, by whatever way it is published: block editor, REST,
 * classic editor, quick and bulk edit, XML-RPC. What was written is kept.
 */
final class Gate {

	// How long publishing waits for a check.
	const SECONDS = 20.0;

	// States in which readers see the text, now or at its hour.
	const PUBLIC_STATES = array( 'publish', 'future' );

	const NOTICE = 'ledgerrag_notice_';

	/**
	 * What was found in this request, by draft and digest of the text: one way of publishing leads through two filters.
	 *
	 * @var array<string, Finding>
	 */
	private static $known = array();

	/**
	 * Whether this request kept a text back.
	 *
	 * @var bool
	 */
	private static $stopped = false;

	/**
	 * Register with WordPress.
	 */
	public static function register(): void {
		add_action( 'rest_api_init', array( self::class, 'register_rest' ) );
		add_filter( 'wp_insert_post_data', array( self::class, 'on_insert' ), 99, 2 );
		add_filter( 'redirect_post_location', array( self::class, 'without_praise' ) );
		add_action( 'admin_notices', array( self::class, 'show_notice' ) );
	}

	/**
	 * Register for each type of post that has a ledger.
	 */
	public static function register_rest(): void {
		foreach ( Settings::post_types() as $type ) {
			add_filter( "rest_pre_insert_{$type}", array( self::class, 'on_rest' ), 99, 2 );
		}
	}

	/**
	 * A post comes by REST, as from the block editor: an error keeps it back, and the editor keeps the text.
	 *
	 * @param object|WP_Error $prepared The post as it will be stored; unset fields stay as they are.
	 * @param WP_REST_Request $request  The request.
	 * @return object|WP_Error
	 */
	public static function on_rest( $prepared, $request ) {
		if ( is_wp_error( $prepared ) ) {
			return $prepared;
		}
		$before  = empty( $prepared->ID ) ? null : get_post( $prepared->ID );
		$status  = $prepared->post_status ?? ( $before ? $before->post_status : 'draft' );
		$title   = $prepared->post_title ?? ( $before ? $before->post_title : '' );
		$content = $prepared->post_content ?? ( $before ? $before->post_content : '' );
		$finding = self::finding( $before, $status, $title, $content );
		if ( ! $finding || ! $finding->stops ) {
			return $prepared;
		}
		return new WP_Error(
			$finding->fault ? 'ledgerrag_unchecked' : 'ledgerrag_refuted',
			$finding->text(),
			array(
				'status' => $finding->fault ? 503 : 409,
				'claims' => $finding->claims(),
			)
		);
	}

	/**
	 * A post is about to be stored by any way: what must not be published stays what it was.
	 *
	 * @param array $data    Fields of the post, with slashes.
	 * @param array $postarr What was asked for; holds the ID.
	 */
	public static function on_insert( $data, $postarr ) {
		$type = $data['post_type'] ?? '';
		if ( ! in_array( $type, Settings::post_types(), true ) || wp_installing() || defined( 'WP_IMPORTING' ) ) {
			return $data;
		}
		$before  = empty( $postarr['ID'] ) ? null : get_post( (int) $postarr['ID'] );
		$finding = self::finding( $before, $data['post_status'], wp_unslash( $data['post_title'] ), wp_unslash( $data['post_content'] ) );
		if ( ! $finding || $finding->is_clear() ) {
			return $data;
		}
		self::keep_notice( $finding );
		if ( ! $finding->stops ) {
			return $data;
		}
		self::$stopped = true;
		if ( $before && in_array( $before->post_status, self::PUBLIC_STATES, true ) ) {
			return self::as_published( $data, $before );
		}
		$data['post_status'] = $before && ! in_array( $before->post_status, array( 'auto-draft', 'new', 'trash' ), true ) ? $before->post_status : 'draft';
		return $data;
	}

	/**
	 * What the check says of a text that would become public, or null where there is nothing to check.
	 *
	 * @param \WP_Post|null $before  The post as it is stored.
	 * @param string        $status  The status that it would have.
	 * @param string        $title   The title that it would have.
	 * @param string        $content The content that it would have.
	 */
	private static function finding( $before, string $status, string $title, string $content ): ?Finding {
		$settings = Settings::load();
		if ( 'off' === $settings->policy || '' !== $settings->missing() || ! in_array( $status, self::PUBLIC_STATES, true ) ) {
			return null;
		}
		if ( 'block' !== $settings->policy && ( self::is_rest() || ! get_current_user_id() ) ) {
			return null; // A warning has no place in an answer of REST, where the editor's panel gives it before; and a program reads none.
		}
		$digest = Story::digest( $title, $content );
		if ( $before && in_array( $before->post_status, self::PUBLIC_STATES, true ) && Story::digest( $before->post_title, $before->post_content ) === $digest ) {
			return null; // Readers see this text already; only something beside it changes.
		}
		$draft = $before ? Story::draft( $before->ID ) : 'unsaved-' . substr( $digest, 0, 24 );
		$key   = $draft . ' ' . $digest;
		if ( ! isset( self::$known[ $key ] ) ) {
			self::$known[ $key ] = self::examined( $settings, $draft, $title, $content );
		}
		return self::$known[ $key ];
	}

	/**
	 * The revision of a draft that was checked in this request, with this very text; 0 where none was.
	 *
	 * @param string $draft  Name of the draft.
	 * @param string $digest Of the text.
	 */
	public static function revision( string $draft, string $digest ): int {
		$found = self::$known[ $draft . ' ' . $digest ] ?? null;
		return $found ? $found->revision : 0;
	}

	/**
	 * Check a text.
	 *
	 * @param Settings $settings The settings.
	 * @param string   $draft    Name of the draft.
	 * @param string   $title    Of the story.
	 * @param string   $content  Of the story.
	 */
	private static function examined( Settings $settings, string $draft, string $title, string $content ): Finding {
		$there = new Draft( new Client( $settings ), $draft );
		try {
			return Finding::of( $there->check( Story::title( $title ), Story::paragraphs( $content ), Relay::editor(), self::SECONDS ), $settings );
		} catch ( Service_Error $fault ) {
			return Finding::without_ledger( $fault, $settings );
		}
	}

	/**
	 * The fields of a post that readers see already, unchanged; the new text is kept as an autosave, which the editor offers.
	 *
	 * @param array    $data   Fields that were to be stored, with slashes.
	 * @param \WP_Post $before The post as it is stored.
	 */
	private static function as_published( array $data, \WP_Post $before ): array {
		if ( ! function_exists( 'wp_create_post_autosave' ) ) {
			require_once ABSPATH . 'wp-admin/includes/post.php';
		}
		wp_create_post_autosave(
			array(
				'post_ID'      => $before->ID,
				'ID'           => $before->ID,
				'post_type'    => $before->post_type,
				'post_title'   => $data['post_title'],
				'post_content' => $data['post_content'],
				'post_excerpt' => $data['post_excerpt'],
			)
		);
		foreach ( array( 'post_title', 'post_content', 'post_excerpt', 'post_status', 'post_modified', 'post_modified_gmt' ) as $field ) {
			$data[ $field ] = wp_slash( $before->$field );
		}
		return $data;
	}

	/**
	 * Keep what is to be said until the person sees the next page.
	 *
	 * @param Finding $finding What was found.
	 */
	private static function keep_notice( Finding $finding ): void {
		$user = get_current_user_id();
		if ( $user && ! self::is_rest() ) {
			$kept   = (array) get_transient( self::NOTICE . $user );
			$kept[] = array( $finding->stops ? 'error' : 'warning', $finding->text() );
			set_transient( self::NOTICE . $user, array_slice( array_filter( $kept ), -20 ), 10 * MINUTE_IN_SECONDS );
		}
	}

	/**
	 * Whether the request came by REST.
	 */
	private static function is_rest(): bool {
		return defined( 'REST_REQUEST' ) && REST_REQUEST;
	}

	/**
	 * Show it, once.
	 */
	public static function show_notice(): void {
		$name = self::NOTICE . get_current_user_id();
		$kept = get_transient( $name );
		if ( ! is_array( $kept ) ) {
			return;
		}
		delete_transient( $name );
		foreach ( $kept as list( $kind, $text ) ) {
			printf( '<div class="notice notice-%s is-dismissible"><p>%s</p></div>', esc_attr( $kind ), esc_html( $text ) );
		}
	}

	/**
	 * The page after saving does not say "updated" of a text that was kept back.
	 *
	 * @param string $location Its address.
	 */
	public static function without_praise( $location ) {
		return self::$stopped ? remove_query_arg( 'message', $location ) : $location;
	}
}
