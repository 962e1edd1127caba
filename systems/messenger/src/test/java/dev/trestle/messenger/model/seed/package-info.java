/** Messenger's design as ADR-007 writes it, to show what the checks find in it. */
@NullMarked
package dev.trestle.messenger.model.seed;

import org.jspecify.annotations.NullMarked;
