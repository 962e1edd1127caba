package dev.trestle.engine.expression;

/** A column of a PartiQL SELECT, and its name in the result. */
public record Column(ParsedOperand.Path path, String name) {}
