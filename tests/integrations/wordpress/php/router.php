<?php
// PHP's own server: files as they are, everything else to WordPress.
$path = $_SERVER['DOCUMENT_ROOT'] . parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
if ( is_file( $path ) || is_file( rtrim( $path, '/' ) . '/index.php' ) ) {
	return false;
}
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
