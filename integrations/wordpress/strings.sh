#!/bin/sh
# Writes languages/ledgerrag.pot from the plugin's PHP and JavaScript.
set -eu
cd "$(dirname "$0")/ledgerrag"
out=languages/ledgerrag.pot
keywords="--keyword=__ --keyword=_n:1,2 --keyword=esc_html__"
common="--from-code=UTF-8 --add-comments=translators --no-wrap --sort-by-file --package-name=LedgerRAG"
# shellcheck disable=SC2086
find . -name '*.php' | sort | xargs xgettext -L PHP $keywords $common -o "$out"
# shellcheck disable=SC2086
xgettext -L JavaScript -j $keywords $common -o "$out" assets/host.js assets/sidebar.js
# The form's blanks say nothing.
sed -i -e '1,/^#, fuzzy$/d' "$out"
sed -i -e '1i # Words of LedgerRAG for WordPress.' -e '/YEAR-MO-DA\|FULL NAME\|LL@li.org\|Report-Msgid/d' "$out"
# The day of making would change the file without a change of words.
sed -i '/^"POT-Creation-Date:/d' "$out"
