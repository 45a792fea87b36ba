/**
 * The evidence ledger in the block editor: a sidebar with the panel, and the check before publishing.
 */
( function ( wp, ledgerrag ) {
	'use strict';

	const { createElement: el, Fragment, useEffect, useRef, useState } = wp.element;
	const { __, _n, sprintf } = wp.i18n;
	const { Button, Notice, PanelBody, Spinner } = wp.components;
	// The places for plugins moved in WordPress 6.6.
	const slots = wp.editor && wp.editor.PluginSidebar ? wp.editor : wp.editPost;
	const { Path, SVG } = wp.primitives;
	const NAME = 'ledgerrag';
	const LOCK = 'ledgerrag-refuted';

	// How long one request waits for news, and the whole check at most, in seconds.
	const WAIT = 5;
	const PATIENCE = 60;

	/** Lines of a ledger, with a tick. */
	const icon = el(
		SVG,
		{ viewBox: '0 0 24 24', xmlns: 'http://www.w3.org/2000/svg' },
		el( Path, {
			d: 'M5 3h14v10h-1.5V4.5h-11v15H11V21H5V3zm3.5 4h7v1.5h-7V7zm0 3.5h7V12h-7v-1.5zm0 3.5H12v1.5H8.5V14zm7.600 6.600-3.200-3.200 1.100-1.100 2.100 2.100 4.300-4.300 1.100 1.100-5.400 5.400z',
		} )
	);

	/** The sidebar's way to the WordPress of this page: the nonce is renewed while the editor is open. */
	const headers = () => ( { 'X-WP-Nonce': wp.apiFetch.nonceMiddleware ? wp.apiFetch.nonceMiddleware.nonce : '' } );

	/** One panel for as long as the editor is open, so that its state outlives closing the sidebar. */
	let panel = null;
	function panelOf() {
		if ( ! panel ) {
			panel = document.createElement( 'ledger-panel' );
			panel.setAttribute( 'heading', __( 'Claims', 'ledgerrag' ) );
			panel.setAttribute( 'endpoint', ledgerrag.endpoint );
			panel.setAttribute( 'theme', 'light' ); // The editor around it has no dark form.
			panel.headers = headers;
			panel.host = ledgerrag.host;
			ledgerrag.focusBack = () => panel.focusBack();
		}
		return panel;
	}

	/** Where the panel stands; while the service is not set up, what to do instead. */
	function Ledger() {
		const place = useRef( null );
		const [ broken, setBroken ] = useState( false );
		useEffect( () => {
			if ( ledgerrag.missing ) {
				return undefined;
			}
			let here = true;
			import( ledgerrag.panel ).then(
				() => here && place.current && place.current.append( panelOf() ),
				() => here && setBroken( true )
			);
			return () => {
				here = false;
				if ( panel ) {
					panel.remove();
				}
			};
		}, [] );
		if ( ledgerrag.missing || broken ) {
			return el(
				Notice,
				{ status: 'warning', isDismissible: false },
				broken ? __( 'The evidence ledger could not be loaded. Reload the page.', 'ledgerrag' ) : ledgerrag.missing,
				ledgerrag.missing && ledgerrag.settings
					? el( 'p', {}, el( 'a', { href: ledgerrag.settings }, __( 'Open the settings', 'ledgerrag' ) ) )
					: null
			);
		}
		// A section without a name is no landmark, and keeps the panel's head from being taken for the page's.
		return el( 'section', { className: 'ledgerrag-panel', ref: place } );
	}

	/**
	 * Ask this site's WordPress.
	 *
	 * @param {string} suffix
	 * @param {Object} options Of apiFetch.
	 */
	const ask = ( suffix, options = {} ) => wp.apiFetch( { path: ledgerrag.path + suffix, ...options } );

	/**
	 * Check the story as it stands, and give its ledger.
	 *
	 * @param {AbortSignal} signal Ends the waiting.
	 * @param {number}      tries  A newer check of the draft puts an older one aside: then it is sent again, so often.
	 */
	async function check( signal, tries = 3 ) {
		const { host } = ledgerrag;
		const data = { title: host.title(), paragraphs: host.paragraphs() };
		const accepted = await ask( 'checks', { method: 'POST', data, signal } );
		const deadline = Date.now() + PATIENCE * 1000;
		let seen = 0;
		while ( Date.now() < deadline ) {
			const state = await ask( `checks/${ accepted.check }?after=${ seen }&wait=${ WAIT }`, { signal } );
			if ( state.status === 'done' ) {
				return ask( `ledger?revision=${ accepted.revision }`, { signal } );
			}
			if ( state.status === 'superseded' && tries > 1 ) {
				return check( signal, tries - 1 );
			}
			if ( ! [ 'queued', 'running' ].includes( state.status ) ) {
				break;
			}
			seen = state.last_seq || seen;
			await new Promise( ( resolve ) => window.setTimeout( resolve, 100 ) );
		}
		throw new Error( 'no ledger' );
	}

	/**
	 * The claims that the record refutes and no person has overridden.
	 *
	 * @param {Object} snapshot
	 */
	function refutedIn( snapshot ) {
		const overridden = new Set(
			snapshot.checklist.filter( ( item ) => item.state === 'overridden' ).map( ( item ) => item.claim )
		);
		return snapshot.claims.filter( ( claim ) => claim.status === 'refuted' && ! overridden.has( claim.id ) );
	}

	/**
	 * A claim and what speaks against it.
	 *
	 * @param {{ claim: Object }} props
	 */
	function Refuted( { claim } ) {
		const against = claim.evidence.find( ( one ) => one.stance === 'refutes' );
		return el(
			'li',
			{},
			`“${ claim.text }”`,
			against &&
				el(
					'p',
					{ className: 'ledgerrag-against' },
					[ against.source_name || against.source, ( against.published || '' ).slice( 0, 10 ) ]
						.filter( Boolean )
						.join( ', ' ) + `: “${ against.quote }”`
				)
		);
	}

	/**
	 * What the check found, in words.
	 *
	 * @param {{ found: Object[] }} props
	 */
	function Findings( { found } ) {
		const stops = ledgerrag.policy === 'block';
		const head = sprintf(
			/* translators: %d: a number of claims. */
			_n( 'The record refutes %d claim.', 'The record refutes %d claims.', found.length, 'ledgerrag' ),
			found.length
		);
		return el(
			Fragment,
			{},
			el( 'p', {}, el( 'strong', {}, head ) ),
			el( 'ul', { className: 'ledgerrag-refuted' }, ...found.map( ( claim ) => el( Refuted, { claim, key: claim.id } ) ) ),
			el(
				'p',
				{},
				stops
					? __( 'This site publishes no refuted claim: correct the text, or override the item in the ledger with a reason.', 'ledgerrag' )
					: __( 'You can publish all the same. Look at the ledger first.', 'ledgerrag' )
			)
		);
	}

	/**
	 * Whether the button would show the story to readers: not where it is private or only handed in for review.
	 *
	 * @param {Function} select Of the data of the editor.
	 */
	function publishesToReaders( select ) {
		const editor = select( 'core/editor' );
		const links = editor.getCurrentPost()._links || {};
		return 'wp:action-publish' in links && editor.getEditedPostVisibility() !== 'private';
	}

	/** What stands before publishing: the check runs when the panel opens, and publishing waits where it must. */
	function BeforePublishing() {
		const [ state, setState ] = useState( { now: 'checking', found: [] } );
		const [ round, setRound ] = useState( 0 );
		const goesPublic = wp.data.useSelect( publishesToReaders, [] );
		useEffect( () => {
			const end = new AbortController();
			setState( { now: 'checking', found: [] } );
			check( end.signal ).then(
				( snapshot ) => {
					setState( { now: 'done', found: refutedIn( snapshot ) } );
					if ( panel && panel.isConnected && panel.refresh ) {
						panel.refresh();
					}
				},
				() => end.signal.aborted || setState( { now: 'down', found: [] } )
			);
			return () => end.abort();
		}, [ round ] );
		useEffect( () => {
			const editor = wp.data.dispatch( 'core/editor' );
			if ( state.found.length && goesPublic && ledgerrag.policy === 'block' ) {
				editor.lockPostSaving( LOCK );
			}
			return () => editor.unlockPostSaving( LOCK );
		}, [ state, goesPublic ] );
		const open = () => {
			wp.data.dispatch( 'core/edit-post' ).closePublishSidebar();
			wp.data.dispatch( 'core/edit-post' ).openGeneralSidebar( `${ NAME }/${ NAME }` );
		};
		return el(
			'div',
			{ role: 'status', className: 'ledgerrag-before' },
			state.now === 'checking' && el( 'p', {}, el( Spinner ), __( 'Checking the claims…', 'ledgerrag' ) ),
			state.now === 'down' &&
				el(
					Fragment,
					{},
					el( 'p', {}, __( 'The claims could not be checked: the evidence service does not answer.', 'ledgerrag' ) ),
					ledgerrag.strict && el( 'p', {}, __( 'This site publishes nothing unchecked.', 'ledgerrag' ) ),
					el( Button, { variant: 'secondary', onClick: () => setRound( round + 1 ) }, __( 'Try again', 'ledgerrag' ) )
				),
			state.now === 'done' && ! state.found.length && el( 'p', {}, __( 'The record refutes none of its claims.', 'ledgerrag' ) ),
			state.now === 'done' && state.found.length > 0 && el( Findings, { found: state.found } ),
			el( 'p', {}, el( Button, { variant: 'link', onClick: open }, __( 'Open the evidence ledger', 'ledgerrag' ) ) )
		);
	}

	/** Check what has changed when the story was saved by hand, where the panel is open. */
	function checkAfterSaving() {
		let saving = false;
		wp.data.subscribe( () => {
			const editor = wp.data.select( 'core/editor' );
			const now = editor.isSavingPost() && ! editor.isAutosavingPost();
			if ( saving && ! now && editor.didPostSaveRequestSucceed() && panel && panel.isConnected ) {
				panel.check();
			}
			saving = now;
		} );
	}

	/** The sidebar, its entry in the menu, and the part of the panel before publishing. */
	function Plugin() {
		const title = __( 'Evidence ledger', 'ledgerrag' );
		const asks = ledgerrag.policy !== 'off' && ! ledgerrag.missing;
		return el(
			Fragment,
			{},
			el( slots.PluginSidebarMoreMenuItem, { target: NAME, icon }, title ),
			el( slots.PluginSidebar, { name: NAME, title, icon }, el( PanelBody, {}, el( Ledger ) ) ),
			asks && el( slots.PluginPrePublishPanel, { title, initialOpen: true, icon }, el( BeforePublishing ) )
		);
	}

	checkAfterSaving();
	wp.plugins.registerPlugin( NAME, { render: Plugin, icon } );
} )( window.wp, window.ledgerrag );
