/** Tests of what Messenger publishes. */
@NullMarked
package dev.trestle.messenger.event;

import org.jspecify.annotations.NullMarked;
