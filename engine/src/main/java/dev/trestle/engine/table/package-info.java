/**
 * Tables: their schema, indexes and settings, stored keys, and the catalog. Start at {@link
 * dev.trestle.engine.table.TableDefinition}.
 */
@NullMarked
package dev.trestle.engine.table;

import org.jspecify.annotations.NullMarked;
