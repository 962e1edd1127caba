/** Tests of EcoBid as a whole, and what several tests share. */
@NullMarked
package dev.trestle.ecobid;

import org.jspecify.annotations.NullMarked;
