/**
 * What EcoBid publishes to the event log: states, prices and times of items, reservations and
 * auctions. May use {@code model}. Start with {@link dev.trestle.ecobid.event.MarketEvent}.
 */
@NullMarked
package dev.trestle.ecobid.event;

import org.jspecify.annotations.NullMarked;
