/**
 * The interface between a server and its systems.
 *
 * <p>Start with {@link dev.trestle.platform.system.ServedSystem}. May use all of {@code platform}.
 */
@NullMarked
package dev.trestle.platform.system;

import org.jspecify.annotations.NullMarked;
