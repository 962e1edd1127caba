package dev.trestle.stak.tenant;

import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.Broadcasts.OfShard;
import dev.trestle.stak.model.Emails;
import dev.trestle.stak.model.Emails.OfFailure;
import dev.trestle.stak.model.Erasures;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.DeadLetter;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.Templates;
import dev.trestle.stak.model.Templates.OfTemplate;
import dev.trestle.stak.model.TenantDeletes;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants;
import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.model.Tenants.OfKey;
import dev.trestle.stak.model.Tenants.OfTenant;
import dev.trestle.stak.model.Topics;
import dev.trestle.stak.model.Trends;
import dev.trestle.stak.model.Trends.SinceDay;
import dev.trestle.stak.model.WebhookEvents;
import dev.trestle.stak.model.WebhookEvents.OfEvent;
import dev.trestle.stak.topic.TopicDeletions;
import dev.trestle.stak.topic.TopicStore;
import dev.trestle.stak.user.KnownUsers;
import dev.trestle.stak.user.UserEraser;
import dev.trestle.store.Store;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Deletes everything of a tenant except the receipts of erased users, which expire on their own.
 * Each step deletes a batch and looks again until nothing is left, so that an attempt continues
 * where the one before ended. What later steps need to find the rest goes last.
 */
public final class TenantEraser {
  private static final int BATCH = 100;

  private final Store store;
  private final SettingsStore settings;
  private final KnownUsers users;
  private final TopicStore topics;
  private final TopicDeletions topicDeletions;

  public TenantEraser(
      Store store,
      SettingsStore settings,
      KnownUsers users,
      TopicStore topics,
      TopicDeletions topicDeletions) {
    this.store = store;
    this.settings = settings;
    this.users = users;
    this.topics = topics;
    this.topicDeletions = topicDeletions;
  }

  void erase(TenantId tenant) {
    var owner = new OfTenant(tenant);
    all(
        () -> store.stream(Tenants.LIST_KEYS, owner, BATCH).toList(),
        key -> store.run(Tenants.REMOVE_KEY, new OfKey(tenant, key.keyHash())));
    eraseInbox(new InboxKey(tenant, SettingsStore.DEFAULT_INBOX));
    all(() -> store.stream(Tenants.LIST_CONFIGS, owner, BATCH).toList(), this::eraseConfigured);
    all(
        () -> store.stream(WebhookEvents.NEWEST, owner, BATCH).toList(),
        event -> store.run(TenantDeletes.EVENT, new OfEvent(tenant, event.event())));
    store.run(TenantDeletes.SETTINGS, owner);
    settings.forget(tenant);
  }

  private void eraseConfigured(InboxConfig config) {
    eraseInbox(config.key());
    store.run(TenantDeletes.CONFIG, config.key());
  }

  private void eraseInbox(InboxKey inbox) {
    all(
        () -> users.list(inbox, "", Optional.empty(), BATCH),
        user -> new UserEraser(store, inbox.user(user.user())).deleteInbox());
    all(
        () ->
            store.stream(SentMessages.NEWEST_BELOW, inbox.message(MessageId.LAST), BATCH).toList(),
        this::eraseSent);
    all(
        () -> store.stream(SentMessages.DEAD_LETTERS, inbox, BATCH).toList(),
        (DeadLetter letter) -> store.run(Erasures.DELETE_LETTER, letter.key()));
    all(
        () -> store.stream(Emails.FAILURES, inbox, BATCH).toList(),
        each ->
            store.run(
                Emails.DELETE_FAILURE,
                new OfFailure(each.tenant(), each.inbox(), each.id(), each.user())));
    all(
        () -> store.stream(Broadcasts.NEWEST, inbox, BATCH).toList(),
        (Broadcast each) -> store.run(TenantDeletes.BROADCAST, inbox.message(each.id())));
    store.run(TenantDeletes.HEADER, inbox);
    var always = new SinceDay(inbox.tenant(), inbox.inbox(), LocalDate.EPOCH);
    all(
        () -> store.stream(Trends.SINCE, always, BATCH).toList(),
        each -> store.run(Trends.DELETE, each.key()));
    all(
        () -> store.stream(Templates.LIST, inbox, BATCH).toList(),
        each ->
            store.run(
                Templates.REMOVE, new OfTemplate(inbox.tenant(), inbox.inbox(), each.name())));
    all(
        () -> topics.list(inbox, "", Optional.empty(), BATCH),
        topic -> {
          store.run(Topics.MARK_DELETING, topic.key());
          topicDeletions.delete(topic.key());
        });
    for (long shard = 0; shard < Broadcasts.SHARDS; shard++) {
      store.run(TenantDeletes.KNOWN_COUNT, new OfShard(inbox.tenant(), inbox.inbox(), shard));
    }
  }

  /** The message goes after its audience, which is found by it. */
  private void eraseSent(SentMessage sent) {
    all(
        () -> store.stream(SentMessages.AUDIENCE, sent.key(), BATCH).toList(),
        chunk -> store.run(TenantDeletes.CHUNK, sent.key().chunk(chunk.chunk())));
    store.run(TenantDeletes.SENT, sent.key());
  }

  private static <T> void all(Supplier<List<T>> some, Consumer<T> delete) {
    for (var found = some.get(); !found.isEmpty(); found = some.get()) found.forEach(delete);
  }
}
