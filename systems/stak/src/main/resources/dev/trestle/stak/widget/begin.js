'use strict';

/** The script tag that loads this, and the server it comes from. */
const TAG = document.currentScript;
const BASE = new URL('..', TAG?.src || location.href).href.replace(/\/$/, '');
