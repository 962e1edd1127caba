/**
 * The command line, one file per command, and the wiring with plain {@code new}. May use
 * everything.
 */
@NullMarked
package dev.trestle.app;

import org.jspecify.annotations.NullMarked;
