package dev.trestle.messenger.model;

import dev.trestle.platform.system.Ids;

/** One entry of a chat's log, wherever it is. The value is {@code msg_} and a ULID. */
public record MessageId(String value) {
  /** A new id. */
  public static MessageId next(Ids ids) {
    return new MessageId(ids.next("msg_"));
  }
}
