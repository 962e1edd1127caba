/** Saved searches: wanted posts and neighbourhoods, and the matching of new items. */
@NullMarked
package dev.trestle.ecobid.wanted;

import org.jspecify.annotations.NullMarked;
