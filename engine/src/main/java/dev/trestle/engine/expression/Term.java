package dev.trestle.engine.expression;

/** What may be inside parentheses in a condition: an operand or a predicate. */
public sealed interface Term permits ParsedOperand, Predicate {}
