<?php
/**
 * The fields of the page of settings.
 *
 * @package LedgerRAG
 */

namespace LedgerRAG;

defined( 'ABSPATH' ) || exit;

/**
 * Each method prints the field of the setting that it is named after.
 */
final class Settings_Fields {

	/**
	 * The field of the address.
	 */
	public static function url(): void {
		self::text( 'url', 'url', 'LEDGERRAG_URL', __( 'What "ledgerrag serve" prints, such as http://127.0.0.1:8000. Use https for a service on another machine.', 'ledgerrag' ) );
	}

	/**
	 * The field of the site's name.
	 */
	public static function site(): void {
		self::text( 'site', 'text', 'LEDGERRAG_SITE', __( 'The --site that the token was made for.', 'ledgerrag' ) );
	}

	/**
	 * A field of one line.
	 *
	 * @param string $name     Of the setting.
	 * @param string $type     Of the input.
	 * @param string $constant That goes before it.
	 * @param string $help     A sentence.
	 */
	private static function text( string $name, string $type, string $constant, string $help ): void {
		$fixed = Settings::is_fixed( $constant );
		printf(
			'<input type="%1$s" id="ledgerrag-%2$s" name="%3$s[%2$s]" value="%4$s" class="regular-text code" aria-describedby="ledgerrag-%2$s-help"%5$s>',
			esc_attr( $type ),
			esc_attr( $name ),
			esc_attr( Settings::OPTION ),
			esc_attr( Settings::load()->$name ),
			disabled( $fixed, true, false ) // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- fixed text of WordPress.
		);
		self::help( $name, $fixed ? self::stated_in( $constant ) : $help );
	}

	/**
	 * The field of the token, which is never shown.
	 */
	public static function token(): void {
		if ( Settings::is_fixed( 'LEDGERRAG_TOKEN' ) ) {
			echo '<input type="password" id="ledgerrag-token" value="" class="regular-text code" aria-describedby="ledgerrag-token-help" disabled>';
			self::help( 'token', self::stated_in( 'LEDGERRAG_TOKEN' ) );
			return;
		}
		$stored = '' !== Settings::load()->token;
		printf(
			'<input type="password" id="ledgerrag-token" name="%s[token]" value="" class="regular-text code" autocomplete="new-password" spellcheck="false" aria-describedby="ledgerrag-token-help">',
			esc_attr( Settings::SECRET )
		);
		self::help(
			'token',
			$stored
				? __( 'A token is stored; it is not shown. Leave this empty to keep it, or paste another.', 'ledgerrag' )
				: __( 'No token is stored. Paste what "ledgerrag token create --scope draft --scope watch" printed.', 'ledgerrag' )
		);
		if ( $stored ) {
			printf(
				'<label><input type="checkbox" name="%s[forget]" value="1"> %s</label>',
				esc_attr( Settings::SECRET ),
				esc_html__( 'Forget the stored token', 'ledgerrag' )
			);
		}
	}

	/**
	 * The field of the policy.
	 */
	public static function policy(): void {
		self::select(
			'policy',
			Settings::load()->policy,
			array(
				'off'   => __( 'is not looked for at publishing', 'ledgerrag' ),
				'warn'  => __( 'gives a warning at publishing', 'ledgerrag' ),
				'block' => __( 'stops publishing', 'ledgerrag' ),
			)
		);
		self::help( 'policy', __( 'A stop ends when the text is corrected, or the claim is overridden with a reason in the ledger.', 'ledgerrag' ) );
	}

	/**
	 * The field of what happens while the service is down.
	 */
	public static function when_down(): void {
		$stored = array_merge( Settings::DEFAULTS, (array) get_option( Settings::OPTION, array() ) );
		self::select(
			'when_down',
			$stored['when_down'],
			array(
				'warn'  => __( 'publishing goes on', 'ledgerrag' ),
				'block' => __( 'nothing is published', 'ledgerrag' ),
			)
		);
		self::help( 'when_down', __( 'That nothing is published holds only where a refuted claim stops publishing.', 'ledgerrag' ) );
	}

	/**
	 * The field of the watch.
	 */
	public static function watch(): void {
		printf(
			'<label><input type="checkbox" id="ledgerrag-watch" name="%s[watch]" value="1"%s> %s</label>',
			esc_attr( Settings::OPTION ),
			checked( Settings::load()->watch, true, false ), // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- fixed text of WordPress.
			esc_html__( 'Watch them, and say when one needs a correction', 'ledgerrag' )
		);
	}

	/**
	 * A field with a choice.
	 *
	 * @param string   $name    Of the setting.
	 * @param string   $chosen  Its value.
	 * @param string[] $choices Words by value.
	 */
	private static function select( string $name, string $chosen, array $choices ): void {
		printf( '<select id="ledgerrag-%1$s" name="%2$s[%1$s]" aria-describedby="ledgerrag-%1$s-help">', esc_attr( $name ), esc_attr( Settings::OPTION ) );
		foreach ( $choices as $value => $words ) {
			printf( '<option value="%s"%s>%s</option>', esc_attr( $value ), selected( $chosen, $value, false ), esc_html( $words ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- fixed text of WordPress.
		}
		echo '</select>';
	}

	/**
	 * A sentence below a field.
	 *
	 * @param string $name Of the setting.
	 * @param string $text The sentence.
	 */
	private static function help( string $name, string $text ): void {
		printf( '<p class="description" id="ledgerrag-%s-help">%s</p>', esc_attr( $name ), esc_html( $text ) );
	}

	/**
	 * That a constant decides.
	 *
	 * @param string $constant Its name.
	 */
	private static function stated_in( string $constant ): string {
		/* translators: %s: name of a constant. */
		return sprintf( __( 'Set by %s in wp-config.php.', 'ledgerrag' ), $constant );
	}
}
