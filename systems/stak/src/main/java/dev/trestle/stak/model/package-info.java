/**
 * Stak's design: one table, what is kept in it and the patterns S1 to S9. Start with {@link
 * dev.trestle.stak.model.StakModel}, then {@link dev.trestle.stak.model.Inboxes}, where the exact
 * counts are.
 */
@NullMarked
package dev.trestle.stak.model;

import org.jspecify.annotations.NullMarked;
