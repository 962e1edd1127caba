/**
 * Histories of what Messenger's clients observed, and their checker. {@link
 * dev.trestle.messenger.history.Event} is the format, {@link
 * dev.trestle.messenger.history.Recorder} writes it, and {@link
 * dev.trestle.messenger.history.Checker} reports each violated {@link
 * dev.trestle.messenger.history.Rule}; start there. Nothing here depends on how the server works,
 * so the history of any server can be checked.
 */
@NullMarked
package dev.trestle.messenger.history;

import org.jspecify.annotations.NullMarked;
