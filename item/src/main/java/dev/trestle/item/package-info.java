/**
 * Values and items in the form the engine keeps them, with DynamoDB's sizes, limits and capacity
 * units. Everything else stands on it and it stands on the JDK alone. Start at {@link
 * dev.trestle.item.Item}, then {@link dev.trestle.item.ItemWriter}.
 */
@NullMarked
package dev.trestle.item;

import org.jspecify.annotations.NullMarked;
