/**
 * What a table is: schema, indexes, settings, and the catalog that keeps them. Start at {@link
 * dev.trestle.engine.table.TableDefinition}.
 */
@NullMarked
package dev.trestle.engine.table;

import org.jspecify.annotations.NullMarked;
