package dev.trestle.stak.event;

import java.util.List;

/** A delivery, for the event log. It has neither title nor body of the message. */
public sealed interface DeliveryEvent {
  String tenant();

  String inbox();

  /** The message's id. */
  String message();

  /** A message is in a user's inbox. The key is {@code tenant/inbox/user}. */
  record Delivered(String tenant, String inbox, String user, String message, String category)
      implements DeliveryEvent {}

  /**
   * A message for everyone was sent. The key is {@code tenant/inbox}.
   *
   * @param number counts the broadcasts of the inbox without a gap
   */
  record BroadcastSent(String tenant, String inbox, String message, String category, long number)
      implements DeliveryEvent {}

  /**
   * Some recipients did not get a message. The key is {@code tenant/inbox/message}.
   *
   * @param chunk the part of the audience that they belong to
   */
  record Undelivered(
      String tenant, String inbox, String message, long chunk, List<MissedUser> missed)
      implements DeliveryEvent {}

  /**
   * A recipient who did not get a message.
   *
   * @param reason muted, redacted, expired or failed
   */
  record MissedUser(String user, String reason) {}
}
