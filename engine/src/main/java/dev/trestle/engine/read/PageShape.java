package dev.trestle.engine.read;

import dev.trestle.engine.expression.ItemProjection;
import java.util.Optional;

/**
 * What a page returns of the items that were read.
 *
 * @param countOnly only the number of items
 * @param fetch whether the items of index entries are fetched from the table
 * @param projection the attributes to return, if not all
 */
public record PageShape(boolean countOnly, boolean fetch, Optional<ItemProjection> projection) {}
