/**
 * The access-pattern matrix of a design: each pattern with its table or index, key condition,
 * consistency and cost, and a diagram of what stands in every key. Start with {@link
 * dev.trestle.model.matrix.Matrix}. Uses {@code model.design} and {@code model.cost}.
 */
@NullMarked
package dev.trestle.model.matrix;

import org.jspecify.annotations.NullMarked;
