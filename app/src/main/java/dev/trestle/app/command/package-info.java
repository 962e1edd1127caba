/**
 * The command line: one file per command, and the options that commands share.
 *
 * <p>Start with {@link dev.trestle.app.command.Commands}. Whatever listens on a port is started
 * through {@code app.server}.
 */
@NullMarked
package dev.trestle.app.command;

import org.jspecify.annotations.NullMarked;
