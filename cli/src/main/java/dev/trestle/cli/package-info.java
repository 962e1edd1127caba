/**
 * Commands on designs and their tables, and {@code db}, the engine over HTTP. {@link
 * dev.trestle.cli.Main} is a program of its own for the models on its class path; other programs
 * add {@link dev.trestle.cli.DesignCommands} to theirs. One file per command; what several commands
 * share is an option class such as {@code ModelChoice}. What {@code migrate} does is in the package
 * {@code migrate}. May use the engine, the data layer, the SDK and picocli, and no system.
 */
@NullMarked
package dev.trestle.cli;

import org.jspecify.annotations.NullMarked;
