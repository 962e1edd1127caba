package dev.trestle.engine.expression;

/** What may stand between parentheses in a condition. */
public sealed interface Term permits Operand, Predicate {}
