/** EcoBid's design as in its ADR, to show what the checks find in it. */
@NullMarked
package dev.trestle.ecobid.model.seed;

import org.jspecify.annotations.NullMarked;
