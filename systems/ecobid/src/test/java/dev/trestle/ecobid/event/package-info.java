/** Tests of what EcoBid publishes. */
@NullMarked
package dev.trestle.ecobid.event;

import org.jspecify.annotations.NullMarked;
