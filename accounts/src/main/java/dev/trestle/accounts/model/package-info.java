/**
 * The tables of accounts and their access patterns, one class for each table. Patterns M1, M2, M16,
 * M17, M19 and M20 come from Messenger's seed and keep their ids. Start with {@link
 * dev.trestle.accounts.model.AccountsModel}.
 */
@NullMarked
package dev.trestle.accounts.model;

import org.jspecify.annotations.NullMarked;
