/**
 * The access-pattern matrix of a design: each pattern with its table or index, key condition,
 * consistency and cost, and a diagram of the content of every key. Start with {@link
 * dev.trestle.design.matrix.Matrix}. Uses {@code design} and {@code design.cost}.
 */
@NullMarked
package dev.trestle.design.matrix;

import org.jspecify.annotations.NullMarked;
