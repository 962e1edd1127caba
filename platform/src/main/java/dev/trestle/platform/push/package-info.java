/**
 * Web Push: encrypts messages for browsers (RFC 8291), signs requests with the server's key (RFC
 * 8292) and hands them to the push service that a subscription names (RFC 8030).
 *
 * <p>Start with {@link dev.trestle.platform.push.WebPush}. May use {@code crypto}, {@code
 * identity}, {@code outbound} and {@code queue}. All cryptography is the JDK's.
 */
@NullMarked
package dev.trestle.platform.push;

import org.jspecify.annotations.NullMarked;
