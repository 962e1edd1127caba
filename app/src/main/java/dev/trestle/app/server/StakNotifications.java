package dev.trestle.app.server;

import dev.trestle.ecobid.model.Notifications.Notification;
import dev.trestle.ecobid.notification.NotificationSink;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.Stak;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes.BodyType;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.tenant.SettingsStore;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Delivers EcoBid's notifications to Stak, too: to the inboxes of the tenant {@code ecobid}, whose
 * users have the ids of their accounts. The kind is the category. A kind that is switched off in
 * EcoBid never comes here; a category that is muted in Stak ends there.
 */
final class StakNotifications implements NotificationSink {
  static final InboxKey INBOX = new InboxKey(new TenantId("ecobid"), SettingsStore.DEFAULT_INBOX);

  private static final String SENDER = "ecobid";

  /** As long as EcoBid shows them itself. */
  private static final Duration LIFETIME = Duration.ofDays(30);

  private final Posts posts;

  private StakNotifications(Posts posts) {
    this.posts = posts;
  }

  /** Creates the tenant, unless an earlier start has done so. */
  static StakNotifications of(Stak stak) {
    try {
      stak.tenants().create(INBOX.tenant());
    } catch (Refusal.TenantExists there) {
      // Another start, or another server, was first.
    }
    return new StakNotifications(stak.posts());
  }

  /** Repeating it posts one message, since its id follows from the notification. */
  @Override
  public void told(Notification notification, String text) {
    var id = id(notification);
    if (posts.resume(INBOX.message(id)).isPresent()) return;
    var subject = notification.subject();
    posts.post(
        id,
        new Draft(
            INBOX,
            SENDER,
            new Audience.Users(Set.of(new UserId(notification.user().value())), Optional.empty()),
            Optional.of(notification.notification().value()),
            notification.kind().code(),
            new Content(
                subject.isEmpty() ? "EcoBid" : subject,
                text,
                BodyType.text,
                notification.item().map(item -> "/ecobid/#/item/" + item.value())),
            LIFETIME));
  }

  @Override
  public void erased(Notification notification) {
    posts.redact(INBOX.message(id(notification)));
  }

  private static MessageId id(Notification notification) {
    return MessageId.derivedFrom(notification.at(), notification.notification().value());
  }
}
