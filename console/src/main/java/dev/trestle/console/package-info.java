/**
 * The operator's console: what is stored, what it costs, what runs and what is waiting. One router
 * with an API below {@code /api}, a stream of live metrics, and the page.
 *
 * <p>May read the engine; may use the model, the store and the platform. Start with {@link
 * dev.trestle.console.Console}. Each section of the page has its own {@code …View}.
 */
@NullMarked
package dev.trestle.console;

import org.jspecify.annotations.NullMarked;
