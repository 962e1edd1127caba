package dev.trestle.engine.expression;

/** A parsed expression and the placeholders that it uses. */
record Parsed<T>(T root, References references) {}
