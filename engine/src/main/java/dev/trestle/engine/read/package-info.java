/**
 * Reads many items: ranges of stored keys, and pages of them. Uses table, storage and expression.
 * Start at {@link dev.trestle.engine.read.ReadTarget}, then {@link
 * dev.trestle.engine.read.PageReader}.
 */
@NullMarked
package dev.trestle.engine.read;

import org.jspecify.annotations.NullMarked;
