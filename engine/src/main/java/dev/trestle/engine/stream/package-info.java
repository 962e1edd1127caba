/**
 * Streams, which are read from the log of changes. Start at {@link
 * dev.trestle.engine.stream.ChangeLog}, then {@link dev.trestle.engine.stream.Streams}.
 */
@NullMarked
package dev.trestle.engine.stream;

import org.jspecify.annotations.NullMarked;
