package dev.trestle.engine.expression;

/** An expression that was parsed: what it says, and which placeholders it says it with. */
record Parsed<T>(T root, References references) {}
