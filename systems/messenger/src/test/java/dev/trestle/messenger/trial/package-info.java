/**
 * Messenger under trial: a server in a process of its own, people who write to each other, and
 * faults. {@link dev.trestle.messenger.trial.Trial} runs it and records a history for {@link
 * dev.trestle.messenger.history.Checker}; {@link dev.trestle.messenger.trial.HistoryTest} is where
 * to start.
 */
@NullMarked
package dev.trestle.messenger.trial;

import org.jspecify.annotations.NullMarked;
