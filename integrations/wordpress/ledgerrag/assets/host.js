/**
 * The block editor as a host of the ledger: reads the story that is being typed, by the rules of
 * `includes/class-story.php`, and finds the way from a claim to its block.
 *
 * @typedef {{ id: string, kind: string, text: string }} Paragraph
 */
( function ( wp, ledgerrag ) {
	'use strict';

	const BLOCKS = new Set(
		(
			'P H1 H2 H3 H4 H5 H6 UL OL LI DL DT DD BLOCKQUOTE DIV SECTION ARTICLE ASIDE HEADER FOOTER MAIN FIGURE ' +
			'FIGCAPTION TABLE CAPTION THEAD TBODY TFOOT TR TD TH PRE ADDRESS DETAILS SUMMARY HR'
		).split( ' ' )
	);
	const SILENT = new Set(
		'SCRIPT STYLE TEMPLATE NOSCRIPT SVG IFRAME TEXTAREA BUTTON SELECT AUDIO VIDEO OBJECT'.split( ' ' )
	);
	const QUOTES = [ 'core/quote', 'core/pullquote' ];
	const SKIPPED = new Set( ledgerrag.skipped );

	const MARK = 'ledgerrag';
	const marked = new WeakSet();
	let leave = () => {};

	// How long the editor must rest before the ledger hears of a change, in milliseconds.
	const REST = 150;

	/**
	 * One space between words, none at the ends of lines, no empty lines.
	 *
	 * @param {string} text
	 */
	function tidy( text ) {
		return text
			.replace( /\u00a0/g, ' ' )
			.replace( /[ \t\r\f]+/g, ' ' )
			.replace( / *\n[ \n]*/g, '\n' )
			.replace( /^[ \n]+|[ \n]+$/g, '' );
	}

	/**
	 * What a paragraph is, by the element that it stands in.
	 *
	 * @param {Element} element
	 * @param {string}  around The kind where no element says more.
	 */
	function kindOf( element, around ) {
		if ( element.closest( 'h1, h2, h3, h4, h5, h6' ) ) {
			return 'heading';
		}
		if ( element.closest( 'blockquote' ) ) {
			return 'quote';
		}
		return element.closest( 'li, dt, dd' ) ? 'list' : around;
	}

	/**
	 * The paragraphs of a piece of HTML; it is parsed into a document of its own, where nothing runs or loads.
	 *
	 * @param {string} html
	 * @param {string} around The kind where no element says more.
	 * @return {{ kind: string, text: string }[]}
	 */
	function pieces( html, around ) {
		const found = [];
		let text = '';
		const flush = ( element ) => {
			const clean = tidy( text );
			if ( clean ) {
				found.push( { kind: kindOf( element, around ), text: clean } );
			}
			text = '';
		};
		const walk = ( element ) => {
			for ( const node of element.childNodes ) {
				if ( node.nodeType === 3 ) {
					text += node.data.replace( /[ \t\r\n\f\v]+/g, ' ' );
				} else if ( node.nodeType !== 1 || SILENT.has( node.nodeName.toUpperCase() ) ) {
					continue;
				} else if ( node.nodeName === 'BR' ) {
					text += '\n';
				} else if ( BLOCKS.has( node.nodeName ) ) {
					flush( element );
					walk( node );
					flush( node );
				} else {
					walk( node );
				}
			}
		};
		const { body } = new DOMParser().parseFromString( html, 'text/html' );
		walk( body );
		flush( body );
		return found;
	}

	/**
	 * The HTML that a block itself would store, without the blocks inside it.
	 *
	 * @param {Object} block
	 */
	function htmlOf( block ) {
		if ( block.name === 'core/freeform' ) {
			return wp.autop.autop( block.attributes.content || '' );
		}
		if ( block.name === 'core/missing' ) {
			return block.attributes.originalContent || '';
		}
		if ( block.isValid === false && typeof block.originalContent === 'string' ) {
			return block.innerBlocks.length ? '' : block.originalContent;
		}
		return wp.blocks.getSaveContent( block.name, block.attributes, [] );
	}

	/**
	 * The paragraphs of blocks and of those inside them.
	 *
	 * @param {Object[]}    blocks
	 * @param {string}      around The kind of the block that they stand in.
	 * @param {Paragraph[]} found
	 */
	function read( blocks, around, found ) {
		for ( const block of blocks ) {
			if ( SKIPPED.has( block.name ) ) {
				continue;
			}
			const kind = QUOTES.includes( block.name ) ? 'quote' : around;
			pieces( htmlOf( block ), kind ).forEach( ( piece, at ) =>
				found.push( { id: at ? `${ block.clientId }.${ at }` : block.clientId, ...piece } )
			);
			read( block.innerBlocks, kind, found );
		}
		return found;
	}

	/** The title without markup. */
	function title() {
		const raw = wp.data.select( 'core/editor' ).getEditedPostAttribute( 'title' ) || '';
		const { body } = new DOMParser().parseFromString( raw, 'text/html' );
		return tidy( body.textContent || '' );
	}

	/** The paragraphs of the story as it stands in the editor. */
	function paragraphs() {
		return read( wp.data.select( 'core/block-editor' ).getBlocks(), 'paragraph', [] );
	}

	/**
	 * The element of a block, in the page or in the frame that holds the story.
	 *
	 * @param {string} clientId
	 */
	function elementOf( clientId ) {
		const frame = document.querySelector( 'iframe[name="editor-canvas"]' );
		const inner = frame && frame.contentDocument;
		const name = `block-${ clientId }`;
		return ( inner && inner.getElementById( name ) ) || document.getElementById( name );
	}

	/**
	 * Where a sentence of a paragraph lies in the rich text of its block, in the editor's units;
	 * null where the block has no such text, or no longer.
	 *
	 * @param {Object} block
	 * @param {string} sentence
	 * @return {{ key: string, start: number, end: number }|null}
	 */
	function rangeOf( block, sentence ) {
		for ( const key of [ 'content', 'value', 'citation', 'text', 'caption' ] ) {
			const html = block.attributes[ key ];
			if ( ! sentence || html === undefined || html === null ) {
				continue;
			}
			const { text } = wp.richText.create( { html: String( html ) } );
			// In the rich text a space may be one that does not break.
			const start = text.replace( /\u00a0/g, ' ' ).indexOf( sentence );
			if ( start >= 0 ) {
				return { key, start, end: start + sentence.length };
			}
		}
		return null;
	}

	/**
	 * Mark what is selected: some versions of the editor do not paint a selection.
	 *
	 * @param {Document} doc That holds the story.
	 */
	function mark( doc ) {
		const view = doc.defaultView;
		const selection = view.getSelection();
		if ( ! view.Highlight || ! selection.rangeCount || selection.isCollapsed ) {
			return;
		}
		if ( ! marked.has( doc ) ) {
			const sheet = new view.CSSStyleSheet();
			sheet.replaceSync( `::highlight(${ MARK }) { background-color: #ffe08a; color: #1e1e1e; }` );
			doc.adoptedStyleSheets = [ ...doc.adoptedStyleSheets, sheet ];
			marked.add( doc );
		}
		view.CSS.highlights.set( MARK, new view.Highlight( selection.getRangeAt( 0 ).cloneRange() ) );
	}

	/**
	 * Until the next key or click in the story, Escape leads back to the panel, before the editor takes it.
	 *
	 * @param {Document} doc That holds the story.
	 */
	function leadBack( doc ) {
		const end = () => {
			leave = () => {};
			doc.removeEventListener( 'keydown', onKey, true );
			doc.removeEventListener( 'pointerdown', end, true );
			if ( doc.defaultView.Highlight ) {
				doc.defaultView.CSS.highlights.delete( MARK );
			}
		};
		const onKey = ( event ) => {
			if ( [ 'Shift', 'Control', 'Alt', 'Meta' ].includes( event.key ) ) {
				return;
			}
			end();
			if ( event.key === 'Escape' && ledgerrag.focusBack ) {
				event.preventDefault();
				event.stopPropagation();
				ledgerrag.focusBack();
			}
		};
		leave();
		leave = end;
		doc.addEventListener( 'keydown', onKey, true );
		doc.addEventListener( 'pointerdown', end, true );
	}

	/**
	 * Select a claim in its block, mark it and bring it into view.
	 *
	 * @param {string} id    Of the paragraph.
	 * @param {number} start In units of JavaScript's strings.
	 * @param {number} end
	 */
	function jump( id, start, end ) {
		const clientId = id.split( '.' )[ 0 ];
		const block = wp.data.select( 'core/block-editor' ).getBlock( clientId );
		const paragraph = paragraphs().find( ( one ) => one.id === id );
		if ( ! block || ! paragraph ) {
			return;
		}
		const actions = wp.data.dispatch( 'core/block-editor' );
		const range = rangeOf( block, paragraph.text.slice( start, end ) );
		actions.selectBlock( clientId );
		if ( range ) {
			actions.selectionChange( clientId, range.key, range.start, range.end );
		}
		const element = elementOf( clientId );
		if ( element ) {
			const calm = window.matchMedia( '(prefers-reduced-motion: reduce)' ).matches;
			element.scrollIntoView( { block: 'center', behavior: calm ? 'auto' : 'smooth' } );
			const field = element.matches( '[contenteditable="true"]' )
				? element
				: element.querySelector( '[contenteditable="true"]' ) || element;
			field.focus( { preventScroll: true } );
			leadBack( element.ownerDocument );
			if ( range ) {
				// The editor selects when it has drawn the block anew.
				window.setTimeout( () => mark( element.ownerDocument ), 100 );
			}
		}
	}

	/**
	 * Call back when the story has changed and the editor rests.
	 *
	 * @param {() => void} callback
	 * @return {() => void} Ends it.
	 */
	function subscribe( callback ) {
		const state = () => wp.data.select( 'core/block-editor' ).getBlocks();
		let seen = state();
		let heading = wp.data.select( 'core/editor' ).getEditedPostAttribute( 'title' );
		let timer = 0;
		const stop = wp.data.subscribe( () => {
			const now = state();
			const raw = wp.data.select( 'core/editor' ).getEditedPostAttribute( 'title' );
			if ( now === seen && raw === heading ) {
				return;
			}
			seen = now;
			heading = raw;
			window.clearTimeout( timer );
			timer = window.setTimeout( callback, REST );
		} );
		return () => {
			window.clearTimeout( timer );
			stop();
		};
	}

	ledgerrag.host = { title, paragraphs, jump, subscribe, editor: ledgerrag.editor };
} )( window.wp, window.ledgerrag );
