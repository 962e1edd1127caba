/**
 * Brings existing tables and items to a model: the plan, and applying it step by step. This is the
 * only place that reads whole tables; the store has no scan. Start at {@link
 * dev.trestle.cli.migrate.Migration}.
 */
@NullMarked
package dev.trestle.cli.migrate;

import org.jspecify.annotations.NullMarked;
