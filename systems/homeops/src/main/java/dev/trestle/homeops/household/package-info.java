/** Households, their members and their chats. */
@NullMarked
package dev.trestle.homeops.household;

import org.jspecify.annotations.NullMarked;
