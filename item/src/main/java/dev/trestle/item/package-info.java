/**
 * Values and items in the form in which the engine stores them, with DynamoDB's sizes, limits and
 * capacity units. All other modules build on it; it uses the JDK only. Start at {@link
 * dev.trestle.item.Item}, then {@link dev.trestle.item.ItemWriter}.
 */
@NullMarked
package dev.trestle.item;

import org.jspecify.annotations.NullMarked;
