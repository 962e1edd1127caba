/** Stak's design as in its document, to show what the checks find in it. */
@NullMarked
package dev.trestle.stak.model.seed;

import org.jspecify.annotations.NullMarked;
