/** Streams as a filtered view of the log. Start at {@link dev.trestle.engine.stream.ChangeLog}. */
@NullMarked
package dev.trestle.engine.stream;

import org.jspecify.annotations.NullMarked;
