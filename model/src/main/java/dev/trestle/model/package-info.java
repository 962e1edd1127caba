/**
 * Declares a system by its access patterns: tables, entities, indexes and the patterns on them.
 * Declarations are data that checks, cost estimates, exports and the store read; method references
 * only name record components. Start with {@link dev.trestle.model.Table}, then {@link
 * dev.trestle.model.Entity} and {@link dev.trestle.model.AccessPattern}. May use {@code item} and
 * its own {@code key}, {@code codec} and {@code expression}.
 */
@NullMarked
package dev.trestle.model;

import org.jspecify.annotations.NullMarked;
