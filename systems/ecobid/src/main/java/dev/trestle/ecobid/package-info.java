/** EcoBid, the neighbourhood marketplace: give things away, or auction them. */
@NullMarked
package dev.trestle.ecobid;

import org.jspecify.annotations.NullMarked;
