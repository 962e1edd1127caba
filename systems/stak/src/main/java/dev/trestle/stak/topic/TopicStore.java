package dev.trestle.stak.topic;

import dev.trestle.stak.Refusal;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.TopicId;
import dev.trestle.stak.model.Topics;
import dev.trestle.stak.model.Topics.EndedSubscription;
import dev.trestle.stak.model.Topics.NewSubscription;
import dev.trestle.stak.model.Topics.OfSubscriber;
import dev.trestle.stak.model.Topics.OfTopic;
import dev.trestle.stak.model.Topics.Subscriber;
import dev.trestle.stak.model.Topics.SubscriberRange;
import dev.trestle.stak.model.Topics.Subscription;
import dev.trestle.stak.model.Topics.Topic;
import dev.trestle.stak.model.Topics.TopicChange;
import dev.trestle.stak.model.Topics.TopicRange;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.TransactionOutcome.Kind;
import dev.trestle.store.TransactionOutcome.Reason;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The topics of inboxes. The number of subscribers of a topic is exact at all times. */
public final class TopicStore {
  /** Below every other id. */
  private static final UserId FIRST_USER = UserId.lowest("").orElseThrow();

  /** The most topics of one user that are listed. */
  private static final int LISTED_MAX = 1000;

  private final Store store;
  private final UserInboxes inboxes;

  public TopicStore(Store store, UserInboxes inboxes) {
    this.store = store;
    this.inboxes = inboxes;
  }

  public static OfTopic key(InboxKey inbox, TopicId topic) {
    return new OfTopic(inbox.tenant(), inbox.inbox(), topic);
  }

  /**
   * Creates a topic, or changes it.
   *
   * @return none if the topic is being deleted
   */
  public Optional<Topic> write(OfTopic key, String title, boolean open) {
    var change =
        new TopicChange(key.tenant(), key.inbox(), key.topic(), title, open, inboxes.now());
    return store.run(Topics.WRITE, change).done();
  }

  /** The topic; none if there is none or if it is being deleted. */
  public Optional<Topic> find(OfTopic key) {
    return store.run(Topics.READ, key).filter(topic -> !topic.deleting());
  }

  /**
   * Lists topics by id, those that are being deleted included.
   *
   * @param prefix how their ids begin; may be empty
   * @param after the id after which the list begins
   */
  public List<Topic> list(InboxKey inbox, String prefix, Optional<TopicId> after, int limit) {
    var lowest = TopicId.lowest(prefix);
    var highest = TopicId.highest(prefix);
    if (lowest.isEmpty() || highest.isEmpty()) return List.of();
    var from = after.filter(id -> id.compareTo(lowest.get()) > 0).orElse(lowest.get());
    var range = new TopicRange(inbox.tenant(), inbox.inbox(), from, highest.get());
    // One more, because the range includes the id it begins after.
    return store.stream(Topics.LIST, range, limit + 1)
        .filter(topic -> !after.map(topic.topic()::equals).orElse(false))
        .limit(limit)
        .toList();
  }

  /**
   * Subscribes a user, who is known from then on.
   *
   * @return whether the user was not subscribed before
   * @throws Refusal.NotFound if there is no such topic
   * @throws Refusal.LimitReached if the topic has the most subscribers allowed
   */
  public boolean subscribe(OfSubscriber key) {
    var now = inboxes.now();
    var subscription =
        new NewSubscription(
            new Subscriber(key.tenant(), key.inbox(), key.topic(), key.user(), now),
            new Subscription(key.tenant(), key.user(), key.inbox(), key.topic(), now),
            key.topicKey(),
            key.userKey());
    return inboxes.retry(() ->
        switch (store.run(Topics.SUBSCRIBE, subscription)) {
          case TransactionOutcome.Done _ -> Optional.of(true);
          case TransactionOutcome.Refused refused -> subscribed(refused, key);
        });
  }

  /** False if the user is subscribed; none if it is worth another attempt. */
  private Optional<Boolean> subscribed(TransactionOutcome.Refused refused, OfSubscriber key) {
    var topic = refused.one(NewSubscription::topic).filter(TopicStore::isCondition);
    if (topic.isPresent()) {
      boolean isFull =
          topic.get().current(Topics.TOPIC).filter(each -> !each.deleting()).isPresent();
      if (!isFull) throw new Refusal.NotFound(Refusal.Resource.TOPIC);
    }
    if (refused.one(NewSubscription::subscriber).filter(TopicStore::isCondition).isPresent()) {
      return Optional.of(false);
    }
    if (topic.isPresent()) throw new Refusal.LimitReached(Refusal.Limited.SUBSCRIBERS);
    if (refused.one(NewSubscription::user).filter(TopicStore::isCondition).isPresent()) {
      inboxes.of(key.userKey()).register();
    }
    return Optional.empty();
  }

  private static boolean isCondition(Reason reason) {
    return reason.kind() == Kind.CONDITION_FAILED;
  }

  /** Ends a subscription; false if there was none. */
  public boolean unsubscribe(OfSubscriber key) {
    return inboxes.retry(() ->
        switch (store.run(Topics.UNSUBSCRIBE, new EndedSubscription(key))) {
          case TransactionOutcome.Done _ -> Optional.of(true);
          case TransactionOutcome.Refused refused ->
              refused.isConditionFailed() ? Optional.of(false) : Optional.empty();
        });
  }

  /** The subscribers with ids above one, by id. */
  public List<UserId> subscribers(OfTopic key, Optional<UserId> after, int limit) {
    var range =
        new SubscriberRange(key.tenant(), key.inbox(), key.topic(), after.orElse(FIRST_USER));
    // One more, because the range includes the id it begins after.
    return store.stream(Topics.SUBSCRIBERS, range, limit + 1)
        .map(Subscriber::user)
        .filter(user -> !after.map(user::equals).orElse(false))
        .limit(limit)
        .toList();
  }

  /** The topics that a user has subscribed to, by id; at most a thousand. */
  public List<TopicId> of(UserInboxKey user) {
    return store.stream(Topics.SUBSCRIPTIONS, user, LISTED_MAX).map(Subscription::topic).toList();
  }

  /** Those of some topics, at most a hundred, that a user has subscribed to. */
  public Set<TopicId> among(Collection<Topic> topics, UserInboxKey user) {
    if (topics.isEmpty()) return Set.of();
    var keys = topics.stream().map(topic -> topic.key().subscriber(user.user())).toList();
    return store.run(Topics.SUBSCRIPTIONS_OF_SOME, keys).stream()
        .map(Subscription::topic)
        .collect(Collectors.toSet());
  }
}
