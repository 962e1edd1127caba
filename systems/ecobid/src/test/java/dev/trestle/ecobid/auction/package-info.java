/** Tests of auctions. */
@NullMarked
package dev.trestle.ecobid.auction;

import org.jspecify.annotations.NullMarked;
