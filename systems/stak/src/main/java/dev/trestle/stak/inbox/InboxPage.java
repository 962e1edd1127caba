package dev.trestle.stak.inbox;

import dev.trestle.stak.model.MessageId;
import java.util.List;
import java.util.Optional;

/**
 * A page of an inbox, newest first.
 *
 * @param next the id below which the next page begins
 */
public record InboxPage(List<InboxMessage> messages, Optional<MessageId> next) {}
