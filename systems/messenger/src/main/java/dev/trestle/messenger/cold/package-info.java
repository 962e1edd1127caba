/**
 * Cold storage: the old entries of chats, as segments in the place of the blobs
 * (docs/decisions/0062).
 *
 * <p>Start with {@link dev.trestle.messenger.cold.ColdStorage}, which moves entries; {@link
 * dev.trestle.messenger.cold.ColdEntries} reads and changes them. May use {@code model}.
 */
@NullMarked
package dev.trestle.messenger.cold;

import org.jspecify.annotations.NullMarked;
