/**
 * Results that several operations share, and the consumed capacity in them. Uses table, write,
 * capacity and item. Start at {@link dev.trestle.engine.result.WriteResult}.
 */
@NullMarked
package dev.trestle.engine.result;

import org.jspecify.annotations.NullMarked;
