/** Messenger over HTTP and WebSocket. */
@NullMarked
package dev.trestle.messenger.web;

import org.jspecify.annotations.NullMarked;
