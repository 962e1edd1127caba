/**
 * Places on the earth: points, geohash cells, and the cells that cover a circle or a map. Uses the
 * JDK only. Start with {@link dev.trestle.ecobid.geo.Cell}.
 */
@NullMarked
package dev.trestle.ecobid.geo;

import org.jspecify.annotations.NullMarked;
