/**
 * The values DynamoDB knows, items made of them, their numbers, sizes and limits, and the
 * arithmetic of capacity units. What meters and what forecasts share this package, so that they
 * agree. Uses the JDK only.
 */
@NullMarked
package dev.trestle.item;

import org.jspecify.annotations.NullMarked;
