package dev.trestle.ecobid.notification;

import dev.trestle.ecobid.model.Notifications.Notification;

/**
 * Another place that notifications are sent to, such as an inbox in another system. May be called
 * more than once for the same notification, with the same id.
 */
@FunctionalInterface
public interface NotificationSink {
  /** Sends notifications nowhere else. */
  NotificationSink NONE = (notification, text) -> {};

  /**
   * Sends a notification.
   *
   * @param text one sentence, without markup
   */
  void told(Notification notification, String text);

  /** Erases a user's notifications, because their account was closed. */
  default void erased(Notification notification) {}
}
