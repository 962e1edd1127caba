/**
 * An HTTP/1.1 server with streamed responses and WebSockets, on the JDK alone. It knows nothing of
 * the protocols that are built on it. Requests are bounded in size and time, errors are written by
 * the handler, and connections close when a response says so.
 *
 * <p>Start with {@link dev.trestle.http.HttpServer}, {@link dev.trestle.http.Handler} and {@link
 * dev.trestle.http.Response}, then {@code HttpConnection}. Of a WebSocket, {@code
 * WebSocketConnection} reads and {@code SendQueue} writes.
 */
@NullMarked
package dev.trestle.http;

import org.jspecify.annotations.NullMarked;
