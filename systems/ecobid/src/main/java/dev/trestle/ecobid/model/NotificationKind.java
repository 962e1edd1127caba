package dev.trestle.ecobid.model;

import java.util.Locale;
import java.util.Optional;

/** The kinds of notifications. Each can be switched off. */
public enum NotificationKind {
  NEARBY,
  WANTED,
  ASKED,
  CONFIRMED,
  DECLINED,
  CANCELLED,
  LAPSED,
  CHOSEN,
  NOT_CHOSEN,
  PICKUP,
  PICKED_UP,
  COMPLETED,
  NO_SHOW,
  ENDING,
  OUTBID,
  WON,
  SOLD,
  UNSOLD,
  WITHDRAWN,
  STALE,
  MESSAGE;

  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<NotificationKind> ofCode(String code) {
    for (var kind : values()) if (kind.code().equals(code)) return Optional.of(kind);
    return Optional.empty();
  }
}
