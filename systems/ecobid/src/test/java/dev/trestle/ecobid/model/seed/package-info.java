/** EcoBid's design as its ADR writes it, to show what the checks find in it. */
@NullMarked
package dev.trestle.ecobid.model.seed;

import org.jspecify.annotations.NullMarked;
