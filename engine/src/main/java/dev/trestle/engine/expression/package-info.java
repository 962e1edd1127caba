/**
 * DynamoDB's five kinds of expressions and their legacy forms: parses them, binds them to names and
 * values, and evaluates them on encoded items. Uses item and refusal. Start at {@link
 * dev.trestle.engine.expression.BoundExpressions}.
 */
@NullMarked
package dev.trestle.engine.expression;

import org.jspecify.annotations.NullMarked;
