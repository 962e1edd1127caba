/**
 * Push messages to browsers: devices of users, and the messages that are pushed to them, outside
 * quiet hours. May use {@code model}, {@code inbox}, {@code event}, {@code tenant}, {@code email}
 * and the platform. Start with {@link dev.trestle.stak.push.PushChannel}.
 */
@NullMarked
package dev.trestle.stak.push;

import org.jspecify.annotations.NullMarked;
