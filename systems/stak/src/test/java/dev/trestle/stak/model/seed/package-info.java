/** Stak's design as its document writes it, to show what the checks find in it. */
@NullMarked
package dev.trestle.stak.model.seed;

import org.jspecify.annotations.NullMarked;
