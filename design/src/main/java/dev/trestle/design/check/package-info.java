/**
 * Finds mistakes in a design without running it. Start with {@link
 * dev.trestle.design.check.ModelCheck}. Each rule is a class; {@link
 * dev.trestle.design.check.DesignCheck} lists them. Uses {@code design}, {@code model.key} and
 * {@code design.cost}.
 */
@NullMarked
package dev.trestle.design.check;

import org.jspecify.annotations.NullMarked;
