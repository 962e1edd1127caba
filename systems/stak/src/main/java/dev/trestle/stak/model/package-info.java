/**
 * Stak's design: one table, its entities and the access patterns S1 to S9. Uses no other package of
 * Stak. Start with {@link dev.trestle.stak.model.StakModel}, then {@link
 * dev.trestle.stak.model.Inboxes}, which has the exact counts.
 */
@NullMarked
package dev.trestle.stak.model;

import org.jspecify.annotations.NullMarked;
