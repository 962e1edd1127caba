package dev.trestle.stak.model;

import java.util.Optional;

/** Who a message was for, without the recipients' ids: recipients do not learn of each other. */
public record AudienceSummary(Kind kind, Optional<String> label) {
  /** Named as it is stored and shown. */
  public enum Kind {
    users,
    everyone
  }
}
