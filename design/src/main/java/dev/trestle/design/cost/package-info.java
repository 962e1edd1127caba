/**
 * The cost of patterns: the units of a call from the sizes of example items, and the capacity plan
 * for the declared load at the prices of a region. Start with {@link
 * dev.trestle.design.cost.ItemCost}, then {@link dev.trestle.design.cost.PatternCost} and {@link
 * dev.trestle.design.cost.CapacityPlan}. Uses {@code item} and {@code design}.
 */
@NullMarked
package dev.trestle.design.cost;

import org.jspecify.annotations.NullMarked;
