/**
 * Simulated people for each system, and the data they create. They use the systems' public APIs
 * through their clients.
 *
 * <p>Start with {@link dev.trestle.app.demo.Demo}.
 */
@NullMarked
package dev.trestle.app.demo;

import org.jspecify.annotations.NullMarked;
