/** The users of the market: their profiles, blocks and reports. */
@NullMarked
package dev.trestle.ecobid.profile;

import org.jspecify.annotations.NullMarked;
