package dev.trestle.stak.model;

import java.util.Optional;

/**
 * Who a message was for, without the recipients' ids: recipients do not learn of each other.
 *
 * @param topic the topic, if it was for the subscribers of one
 */
public record AudienceSummary(Kind kind, Optional<String> label, Optional<TopicId> topic) {
  /** Named as it is stored and shown. */
  public enum Kind {
    users,
    everyone,
    topic
  }

  public AudienceSummary(Kind kind, Optional<String> label) {
    this(kind, label, Optional.empty());
  }

  /** The same without its label, for a recipient who did not get the message. */
  public AudienceSummary withoutLabel() {
    return new AudienceSummary(kind, Optional.empty(), topic);
  }
}
