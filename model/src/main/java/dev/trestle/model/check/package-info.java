/**
 * What can be found out about a design without running it. Start with {@link
 * dev.trestle.model.check.ModelCheck}; each rule is a class, and {@link
 * dev.trestle.model.check.Rule} lists them. Uses {@code model.design}, {@code model.key} and {@code
 * model.cost}.
 */
@NullMarked
package dev.trestle.model.check;

import org.jspecify.annotations.NullMarked;
