/**
 * OpenTelemetry spans of a store's calls: {@link dev.trestle.opentelemetry.StoreSpans}. May use the
 * store, the SDK's exceptions and OpenTelemetry's API.
 */
@NullMarked
package dev.trestle.opentelemetry;

import org.jspecify.annotations.NullMarked;
