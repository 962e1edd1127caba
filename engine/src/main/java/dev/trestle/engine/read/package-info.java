/**
 * Reading many items at once: which stored keys a request means, and pages of them. Uses table,
 * storage and expression. Start at {@link dev.trestle.engine.read.Source}, then {@link
 * dev.trestle.engine.read.PageReader}.
 */
@NullMarked
package dev.trestle.engine.read;

import org.jspecify.annotations.NullMarked;
