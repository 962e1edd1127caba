/**
 * What happened to Messenger's clients, written down as it happened, and the judge of it. {@link
 * dev.trestle.messenger.history.Event} is the format, {@link
 * dev.trestle.messenger.history.Recorder} writes it, {@link dev.trestle.messenger.history.Checker}
 * reads it and names each broken promise; start with {@link dev.trestle.messenger.history.Rule}.
 * Nothing here knows how the server works: a history of any server can be judged.
 */
@NullMarked
package dev.trestle.messenger.history;

import org.jspecify.annotations.NullMarked;
