/**
 * Decides who gets an item and how it changes hands: draws, queues, reservations and pickups. The
 * rules are pure functions of the stored state and the time; {@link
 * dev.trestle.ecobid.reservation.Handovers} applies them to the table. Start with {@link
 * dev.trestle.ecobid.reservation.Settlement}.
 */
@NullMarked
package dev.trestle.ecobid.reservation;

import org.jspecify.annotations.NullMarked;
