/**
 * What has happened in Stak, told in this process to whoever wants to know: live events and
 * webhooks. May use {@code model}. Start with {@link dev.trestle.stak.event.Happening}.
 */
@NullMarked
package dev.trestle.stak.event;

import org.jspecify.annotations.NullMarked;
