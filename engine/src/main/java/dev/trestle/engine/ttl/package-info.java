/** Removes expired items. Start at {@link dev.trestle.engine.ttl.Sweeper}. */
@NullMarked
package dev.trestle.engine.ttl;

import org.jspecify.annotations.NullMarked;
