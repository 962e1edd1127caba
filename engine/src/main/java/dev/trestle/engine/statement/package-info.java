/**
 * Runs parsed PartiQL statements: reads page by page, writes of one item. Uses partiql and
 * execution. Start at {@link dev.trestle.engine.statement.StatementRead}.
 */
@NullMarked
package dev.trestle.engine.statement;

import org.jspecify.annotations.NullMarked;
