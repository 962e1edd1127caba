/**
 * Parses PartiQL as DynamoDB supports it. The clauses of a statement are expressions, which {@code
 * engine.expression} binds and evaluates. Knows nothing of tables except the names of their keys.
 * Uses expression, refusal and item. Start at {@link dev.trestle.engine.partiql.Statement}, then
 * {@link dev.trestle.engine.partiql.Decomposition}.
 */
@NullMarked
package dev.trestle.engine.partiql;

import org.jspecify.annotations.NullMarked;
