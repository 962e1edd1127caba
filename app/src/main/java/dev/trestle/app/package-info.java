/**
 * The program: {@link dev.trestle.app.Main} starts it, {@code command} has one file per command,
 * {@code server} runs the systems, {@code demo} simulates people who use them, {@code config} reads
 * the configuration. May use everything.
 */
@NullMarked
package dev.trestle.app;

import org.jspecify.annotations.NullMarked;
