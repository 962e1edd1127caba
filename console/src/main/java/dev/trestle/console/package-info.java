/**
 * The operator's console: what is stored, what it costs, what runs and what waits. One router with
 * an API below {@code /api}, a stream of live figures, and the page that shows them.
 *
 * <p>May read the engine; may use the model, the store and the platform. Start with {@link
 * dev.trestle.console.Console}; each page's figures have a class of their own ({@code …Figures}).
 */
@NullMarked
package dev.trestle.console;

import org.jspecify.annotations.NullMarked;
