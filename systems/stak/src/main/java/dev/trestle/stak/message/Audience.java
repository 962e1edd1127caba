package dev.trestle.stak.message;

import dev.trestle.stak.model.AudienceSummary;
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

  default AudienceSummary summary() {
    return new AudienceSummary(
        switch (this) {
          case Users _ -> AudienceSummary.Kind.users;
          case Everyone _ -> AudienceSummary.Kind.everyone;
        },
        label());
  }
}
