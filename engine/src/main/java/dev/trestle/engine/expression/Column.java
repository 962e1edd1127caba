package dev.trestle.engine.expression;

/** One of the things that a PartiQL statement selects, and the name it has in the answer. */
public record Column(Operand.Path path, String name) {}
