/**
 * DynamoDB's five kinds of expressions and their legacy forms: parsed, bound to names and values,
 * evaluated on encoded items. Uses item and refusal. Start at {@link
 * dev.trestle.engine.expression.Bound}.
 */
@NullMarked
package dev.trestle.engine.expression;

import org.jspecify.annotations.NullMarked;
