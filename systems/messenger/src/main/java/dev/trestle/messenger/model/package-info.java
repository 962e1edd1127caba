/**
 * Messenger's design: ten tables, what is kept in them and the patterns M1 to M21. Each table has a
 * class of its own with its entity and its patterns; start with {@link
 * dev.trestle.messenger.model.MessengerModel}. docs/decisions/0010 says where it departs from the
 * design it comes from.
 */
@NullMarked
package dev.trestle.messenger.model;

import org.jspecify.annotations.NullMarked;
