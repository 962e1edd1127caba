/**
 * Recovery to a point in time, and backups. A restored table is filled in the background and cannot
 * be used before it is complete. Start at {@link dev.trestle.engine.recovery.Recovery}.
 */
@NullMarked
package dev.trestle.engine.recovery;

import org.jspecify.annotations.NullMarked;
