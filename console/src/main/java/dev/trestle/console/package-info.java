/**
 * The operator's pages: what is stored, what it costs, what runs and what waits.
 *
 * <p>May read the engine; may use the model, the store and the platform.
 */
@NullMarked
package dev.trestle.console;

import org.jspecify.annotations.NullMarked;
