/**
 * HTTP/1.1, streamed answers and WebSockets, and nothing of what is said over them. Helidon
 * listens, accepts and gives each connection a virtual thread; what is said on it is read and
 * written here, because requests are to be bounded in size and time, refused in the words of
 * whoever answers, and closed when they say so.
 *
 * <p>May use Helidon's server and the JDK. Start with {@link dev.trestle.http.HttpServer} and
 * {@link dev.trestle.http.Answer}, then {@code Connection}; of a WebSocket, {@code Session} reads
 * and {@code Outbox} writes.
 */
@NullMarked
package dev.trestle.http;

import org.jspecify.annotations.NullMarked;
