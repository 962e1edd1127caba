/** The log under contention. */
@NullMarked
package dev.trestle.messenger.message;

import org.jspecify.annotations.NullMarked;
