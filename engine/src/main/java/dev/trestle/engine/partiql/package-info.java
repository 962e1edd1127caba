/**
 * PartiQL as DynamoDB has it: statements are read into trees, and their clauses are expressions
 * that {@code engine.expression} binds and evaluates. Knows nothing of tables but the names of
 * their keys. Uses expression, refusal and item. Start at {@link
 * dev.trestle.engine.partiql.Statement}, then {@link dev.trestle.engine.partiql.Decomposition}.
 */
@NullMarked
package dev.trestle.engine.partiql;

import org.jspecify.annotations.NullMarked;
