/** Messenger's design as in ADR-007, to show what the checks find in it. */
@NullMarked
package dev.trestle.messenger.model.seed;

import org.jspecify.annotations.NullMarked;
