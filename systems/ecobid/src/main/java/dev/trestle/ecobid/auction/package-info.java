/**
 * Auctions: the rules of bidding as pure functions, and the class that runs them on the table.
 * Start with {@link dev.trestle.ecobid.auction.Bidding}.
 */
@NullMarked
package dev.trestle.ecobid.auction;

import org.jspecify.annotations.NullMarked;
