package dev.trestle.stak.message;

import dev.trestle.stak.model.AudienceSummary;
import dev.trestle.stak.model.TopicId;
import dev.trestle.stak.model.UserId;
import java.util.Optional;
import java.util.Set;

/** Who a message is for. */
public sealed interface Audience {
  /** What recipients are shown. */
  Optional<String> label();

  /** These users: the message is delivered to each of them. */
  record Users(Set<UserId> ids, Optional<String> label) implements Audience {
    /** The most recipients of a message. */
    public static final int MAX = 200_000;

    public Users {
      if (ids.isEmpty() || ids.size() > MAX) {
        throw new IllegalArgumentException("an audience of " + ids.size() + " users");
      }
    }
  }

  /** Every known user: the message is stored once. */
  record Everyone(Optional<String> label) implements Audience {}

  /** The subscribers of a topic as of sending: the message is delivered to each of them. */
  record OfTopic(TopicId topic, Optional<String> label) implements Audience {}

  default AudienceSummary summary() {
    return switch (this) {
      case Users _ -> new AudienceSummary(AudienceSummary.Kind.users, label());
      case Everyone _ -> new AudienceSummary(AudienceSummary.Kind.everyone, label());
      case OfTopic(var topic, _) ->
          new AudienceSummary(AudienceSummary.Kind.topic, label(), Optional.of(topic));
    };
  }
}
