/**
 * Finds items: newest first within a radius, and on a map. Uses only public information: an item's
 * place is the centre of its public cell. Start with {@link
 * dev.trestle.ecobid.search.RadiusSearch}.
 */
@NullMarked
package dev.trestle.ecobid.search;

import org.jspecify.annotations.NullMarked;
