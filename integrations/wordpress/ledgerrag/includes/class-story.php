<?php
/**
 * From a post to the paragraphs that the service checks.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * The text of a post, read as `assets/host.js` reads it in the editor: the same rules on both sides,
 * so that what was checked while writing is known when it is published.
 */
final class Story {

	// Elements that begin and end a paragraph.
	const BLOCKS = array( 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'figure', 'figcaption', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'pre', 'address', 'details', 'summary', 'hr' );

	// Elements whose text is not read by people.
	const SILENT = array( 'script', 'style', 'template', 'noscript', 'svg', 'iframe', 'textarea', 'button', 'select', 'audio', 'video', 'object' );

	// Blocks of WordPress that hold code for programs.
	const SKIPPED = array( 'core/shortcode', 'core/code', 'core/more', 'core/nextpage', 'core/embed', 'core/button', 'core/buttons' );

	/**
	 * The name of a post's draft; it never changes while the post exists.
	 *
	 * @param int $post_id Of the post.
	 */
	public static function draft( int $post_id ): string {
		return is_multisite() ? 'blog-' . get_current_blog_id() . '-post-' . $post_id : 'post-' . $post_id;
	}

	/**
	 * The digest of what is checked: two texts with one digest have one ledger.
	 *
	 * @param string $title   Of the post.
	 * @param string $content Of the post, as stored.
	 */
	public static function digest( string $title, string $content ): string {
		return hash( 'sha256', (string) wp_json_encode( array( $title, self::paragraphs( $content ) ) ) );
	}

	/**
	 * A title without markup.
	 *
	 * @param string $title As stored.
	 */
	public static function title( string $title ): string {
		return self::tidy( self::decode( wp_strip_all_tags( $title ) ) );
	}

	/**
	 * The paragraphs of a content, in its order.
	 *
	 * @param string $content As stored.
	 * @return array<int, array{id:string, kind:string, text:string}>
	 */
	public static function paragraphs( string $content ): array {
		$pieces = array();
		foreach ( parse_blocks( $content ) as $block ) {
			self::read( $block, 'paragraph', $pieces );
		}
		$found = array();
		foreach ( $pieces as $number => $piece ) {
			$found[] = array( 'id' => 'p' . ( $number + 1 ) ) + $piece;
		}
		return $found;
	}

	/**
	 * Read a block and those inside it.
	 *
	 * @param array  $block  Of parse_blocks().
	 * @param string $around The kind of the block that it stands in.
	 * @param array  $pieces What was read so far.
	 */
	private static function read( array $block, string $around, array &$pieces ): void {
		$name = $block['blockName'];
		if ( in_array( $name, self::SKIPPED, true ) ) {
			return;
		}
		$html = $block['innerHTML'];
		if ( null === $name || 'core/freeform' === $name ) {
			$html = wpautop( strip_shortcodes( $html ) );
		}
		$kind = in_array( $name, array( 'core/quote', 'core/pullquote' ), true ) ? 'quote' : $around;
		foreach ( self::pieces( $html, $kind ) as $piece ) {
			$pieces[] = $piece;
		}
		foreach ( $block['innerBlocks'] as $inner ) {
			self::read( $inner, $kind, $pieces );
		}
	}

	/**
	 * The paragraphs of a piece of HTML.
	 *
	 * @param string $html   From a block.
	 * @param string $around The kind of a paragraph that no element says more of.
	 * @return array<int, array{kind:string, text:string}>
	 */
	private static function pieces( string $html, string $around ): array {
		$found  = array();
		$open   = array();
		$silent = '';
		$text   = '';
		$flush  = static function () use ( &$found, &$open, &$text, $around ) {
			$tidy = self::tidy( $text );
			if ( '' !== $tidy ) {
				$found[] = array(
					'kind' => self::kind( $open, $around ),
					'text' => $tidy,
				);
			}
			$text = '';
		};
		foreach ( self::tokens( $html ) as $token ) {
			if ( ! preg_match( '{^<(/?)([a-z][a-z0-9]*)}i', $token, $tag ) ) {
				$text .= '' !== $silent || 0 === strpos( $token, '<!' ) ? '' : self::decode( preg_replace( '/\s+/', ' ', $token ) );
				continue;
			}
			$name = strtolower( $tag[2] );
			if ( '' !== $silent ) {
				$silent = '/' === $tag[1] && $name === $silent ? '' : $silent;
			} elseif ( in_array( $name, self::SILENT, true ) ) {
				$silent = '/' === $tag[1] || '/>' === substr( $token, -2 ) ? '' : $name;
			} elseif ( 'br' === $name ) {
				$text .= "\n";
			} elseif ( in_array( $name, self::BLOCKS, true ) ) {
				$flush();
				$open = self::moved( $open, $name, '/' === $tag[1] );
			}
		}
		$flush();
		return $found;
	}

	/**
	 * Tags, comments and the text between them. A bracket that opens no tag is text, as in a browser;
	 * the function of WordPress for this takes it for a tag.
	 *
	 * @param string $html From a block.
	 * @return string[]
	 */
	private static function tokens( string $html ): array {
		$pattern = '{(<!--.*?-->|<![^>]*>|</?[a-z](?:[^>"\']++|"[^"]*"|\'[^\']*\')*+>)}is';
		$found   = preg_split( $pattern, $html, -1, PREG_SPLIT_DELIM_CAPTURE | PREG_SPLIT_NO_EMPTY );
		return false === $found ? wp_html_split( $html ) : $found;
	}

	/**
	 * The open elements after a tag.
	 *
	 * @param string[] $open    Before it, the outermost first.
	 * @param string   $name    Of the element.
	 * @param bool     $closing Whether the tag closes it.
	 * @return string[]
	 */
	private static function moved( array $open, string $name, bool $closing ): array {
		if ( ! $closing ) {
			return 'hr' === $name ? $open : array_merge( $open, array( $name ) );
		}
		$keys = array_keys( $open, $name, true );
		return $keys ? array_slice( $open, 0, end( $keys ) ) : $open;
	}

	/**
	 * What a paragraph is in the story.
	 *
	 * @param string[] $open   The elements that it stands in.
	 * @param string   $around The kind where none of them says more.
	 */
	private static function kind( array $open, string $around ): string {
		if ( array_intersect( $open, array( 'h1', 'h2', 'h3', 'h4', 'h5', 'h6' ) ) ) {
			return 'heading';
		}
		if ( in_array( 'blockquote', $open, true ) ) {
			return 'quote';
		}
		return array_intersect( $open, array( 'li', 'dt', 'dd' ) ) ? 'list' : $around;
	}

	/**
	 * Characters instead of references; a space that does not break is a space.
	 *
	 * @param string $text Of HTML.
	 */
	private static function decode( string $text ): string {
		return str_replace( "\u{00A0}", ' ', html_entity_decode( $text, ENT_QUOTES | ENT_HTML5, 'UTF-8' ) );
	}

	/**
	 * One space between words, none at the ends of lines, no empty lines.
	 *
	 * @param string $text Decoded.
	 */
	private static function tidy( string $text ): string {
		$text = preg_replace( '/[ \t\r\f]+/', ' ', $text );
		return trim( preg_replace( '/ *\n[ \n]*/', "\n", $text ), " \n" );
	}
}
