package dev.trestle.stak.message;

import dev.trestle.stak.model.MessageId;

/**
 * A message that was accepted.
 *
 * @param estimateRecipient how many users will get it
 */
public record Posted(MessageId id, long estimateRecipient) {}
