/**
 * Messenger's tables and their access patterns, one class for each table. Patterns M3 to M15, M18
 * and M21 come from the seed; M1, M2, M16, M17, M19 and M20 live in {@code accounts}. Start with
 * {@link dev.trestle.messenger.model.MessengerModel}. docs/decisions/0010 lists the differences
 * from the seed.
 */
@NullMarked
package dev.trestle.messenger.model;

import org.jspecify.annotations.NullMarked;
