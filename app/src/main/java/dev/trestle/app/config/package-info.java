/**
 * The configuration and the names of the systems.
 *
 * <p>Start with {@link dev.trestle.app.config.Setting}.
 */
@NullMarked
package dev.trestle.app.config;

import org.jspecify.annotations.NullMarked;
