/**
 * What patterns cost: units of a call from the sizes of example items, and the plan that follows
 * from the declared load at the prices of a region. Start with {@link
 * dev.trestle.model.cost.ItemCost}, then {@link dev.trestle.model.cost.PatternCost} and {@link
 * dev.trestle.model.cost.Plan}. Uses {@code item} and {@code model.design}.
 */
@NullMarked
package dev.trestle.model.cost;

import org.jspecify.annotations.NullMarked;
