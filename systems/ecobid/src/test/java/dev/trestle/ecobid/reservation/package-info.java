/** Tests of draws, queues and reservations. */
@NullMarked
package dev.trestle.ecobid.reservation;

import org.jspecify.annotations.NullMarked;
