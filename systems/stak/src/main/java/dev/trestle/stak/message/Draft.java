package dev.trestle.stak.message;

import dev.trestle.stak.model.Inboxes.Content;
import java.time.Duration;
import java.util.Optional;

/** A message before it has an id, of a checked sender and with checked content. */
public record Draft(
    String tenant,
    String inbox,
    String sender,
    Optional<String> hostSystemId,
    Optional<String> label,
    String category,
    Content content,
    Duration life) {}
