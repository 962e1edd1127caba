package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.itemAbsent;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Conditions.value;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static dev.trestle.stak.model.StakTable.TOPIC_ID;
import static dev.trestle.stak.model.StakTable.USER;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchGet;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.Inboxes.Counts;
import java.time.Instant;

/**
 * Topics and who has subscribed to them. A subscription is two items, one under its topic and one
 * under its user, and one more in the topic's number of subscribers: all three in one transaction.
 */
public final class Topics {
  private static final KeyTemplate OF_INBOX = KeyTemplate.of("t#<tenant>O#<inbox>", TENANT, INBOX);
  private static final KeyTemplate OF_TOPIC =
      KeyTemplate.of("t#<tenant>O#<inbox>#<topic>", TENANT, INBOX, TOPIC_ID);

  /** The most subscribers of a topic: as many as a message can have recipients. */
  public static final long SUBSCRIBERS_MAX = 200_000;

  /**
   * A topic.
   *
   * @param open whether users may subscribe and unsubscribe themselves
   * @param deleting whether its subscriptions are being deleted, and then the topic
   */
  public record Topic(
      TenantId tenant,
      InboxId inbox,
      TopicId topic,
      String title,
      boolean open,
      long subscribers,
      boolean deleting,
      Instant createdAt) {
    public OfTopic key() {
      return new OfTopic(tenant, inbox, topic);
    }
  }

  /** A subscription, under its topic. */
  public record Subscriber(
      TenantId tenant, InboxId inbox, TopicId topic, UserId user, Instant since) {}

  /** The same subscription, under its user. */
  public record Subscription(
      TenantId tenant, UserId user, InboxId inbox, TopicId topic, Instant since) {}

  public record OfTopic(TenantId tenant, InboxId inbox, TopicId topic) {
    public InboxKey inboxKey() {
      return new InboxKey(tenant, inbox);
    }

    /** One user's subscription to this topic. */
    public OfSubscriber subscriber(UserId user) {
      return new OfSubscriber(tenant, inbox, topic, user);
    }
  }

  public record OfSubscriber(TenantId tenant, InboxId inbox, TopicId topic, UserId user) {
    public OfTopic topicKey() {
      return new OfTopic(tenant, inbox, topic);
    }

    public UserInboxKey userKey() {
      return new UserInboxKey(tenant, user, inbox);
    }
  }

  public static final Entity<Topic> TOPIC =
      TABLE
          .entity(Topic.class, lookup())
          .partition(OF_INBOX)
          .sort(KeyTemplate.of("o#<topic>", TOPIC_ID))
          .snakeCase()
          .population(Population.of(30_000, 1000))
          .example(
              new Topic(
                  Examples.TENANT,
                  Examples.INBOX,
                  Examples.TOPIC,
                  "Releases",
                  true,
                  1250,
                  false,
                  Examples.NOW));

  public static final Entity<Subscriber> SUBSCRIBER =
      TABLE
          .entity(Subscriber.class, lookup())
          .partition(OF_TOPIC)
          .sort(KeyTemplate.of("u#<user>", USER))
          .population(Population.of(1_000_000, SUBSCRIBERS_MAX))
          .example(
              new Subscriber(
                  Examples.TENANT, Examples.INBOX, Examples.TOPIC, Examples.USER, Examples.NOW));

  public static final Entity<Subscription> SUBSCRIPTION =
      TABLE
          .entity(Subscription.class, lookup())
          .partition(Inboxes.USER_INBOX)
          .sort(KeyTemplate.of("o#<topic>", TOPIC_ID))
          .population(Population.of(1_000_000, 100))
          .example(
              new Subscription(
                  Examples.TENANT, Examples.USER, Examples.INBOX, Examples.TOPIC, Examples.NOW));

  /** What an administrator says about a topic. */
  public record TopicChange(
      TenantId tenant, InboxId inbox, TopicId topic, String title, boolean open, Instant at) {}

  public static final Update<TopicChange, Topic> WRITE =
      TOPIC
          .upsert("topic.put", "create or change a topic", TopicChange.class)
          .set(Topic::title)
          .to(param(TopicChange::title))
          .set(Topic::open)
          .to(param(TopicChange::open))
          .setOnInsert(Topic::subscribers)
          .to(0L)
          .setOnInsert(Topic::deleting)
          .to(false)
          .setOnInsert(Topic::createdAt)
          .to(param(TopicChange::at))
          .when(itemAbsent().or(field(Topic::deleting).is(false)))
          .load(perSecond(0.1))
          .build();

  public static final Get<OfTopic, Topic> READ =
      TOPIC.get("topic.get", "one topic", OfTopic.class).consistent().load(perSecond(1)).build();

  /** Topics with ids between two, both included. */
  public record TopicRange(TenantId tenant, InboxId inbox, TopicId from, TopicId to) {}

  public static final Query<TopicRange, Topic> LIST =
      TOPIC
          .query("topic.list", "topics of an inbox, by id", TopicRange.class)
          .between(TopicRange::from, TopicRange::to)
          .consistent()
          .page(100)
          .typically(20)
          .load(perSecond(0.5))
          .build();

  public static final Update<OfTopic, Topic> MARK_DELETING =
      TOPIC
          .update("topic.delete", "stop subscriptions before they are deleted", OfTopic.class)
          .set(Topic::deleting)
          .to(true)
          .load(perSecond(0.01))
          .build();

  /** The count is exact, so that no subscription can be left behind. */
  public static final Delete<OfTopic, Topic> REMOVE =
      TOPIC
          .delete("topic.remove", "a topic without subscribers", OfTopic.class)
          .when(field(Topic::deleting).is(true).and(field(Topic::subscribers).is(0L)))
          .load(perSecond(0.01))
          .build();

  private static final Update<OfTopic, Topic> COUNT_SUBSCRIBER =
      TOPIC
          .update("topic.subscribe.count", "one subscriber more, up to the limit", OfTopic.class)
          .add(Topic::subscribers)
          .of(1L)
          .when(
              field(Topic::deleting)
                  .is(false)
                  .and(field(Topic::subscribers).lessThan(value(SUBSCRIBERS_MAX))))
          .build();

  /** Whoever erases the user deletes the counts first, and then looks for subscriptions. */
  private static final ConditionCheck<UserInboxKey, Counts> USER_IS_KNOWN =
      Inboxes.COUNTS
          .check("topic.subscribe.known", "the user is known", UserInboxKey.class)
          .ifExists()
          .build();

  public record NewSubscription(
      Subscriber subscriber, Subscription subscription, OfTopic topic, UserInboxKey user) {}

  public static final Transaction<NewSubscription> SUBSCRIBE =
      Transaction.of("topic.subscribe", "subscribe a user", NewSubscription.class, lookup())
          .step(
              SUBSCRIBER.put("topic.subscribe.topic", "the topic's side, once").ifAbsent().build(),
              NewSubscription::subscriber)
          .step(
              SUBSCRIPTION.put("topic.subscribe.user", "the user's side").build(),
              NewSubscription::subscription)
          .step(COUNT_SUBSCRIBER, NewSubscription::topic)
          .step(USER_IS_KNOWN, NewSubscription::user)
          .load(perSecond(1))
          .build();

  private static final Update<OfTopic, Topic> DISCOUNT_SUBSCRIBER =
      TOPIC
          .update("topic.unsubscribe.count", "one subscriber less", OfTopic.class)
          .add(Topic::subscribers)
          .of(-1L)
          .build();

  public record EndedSubscription(
      OfSubscriber subscriber, OfSubscriber subscription, OfTopic topic) {
    public EndedSubscription(OfSubscriber key) {
      this(key, key, key.topicKey());
    }
  }

  public static final Transaction<EndedSubscription> UNSUBSCRIBE =
      Transaction.of("topic.unsubscribe", "unsubscribe a user", EndedSubscription.class, lookup())
          .step(
              SUBSCRIBER
                  .delete("topic.unsubscribe.topic", "the topic's side, once", OfSubscriber.class)
                  .ifExists()
                  .build(),
              EndedSubscription::subscriber)
          .step(
              SUBSCRIPTION
                  .delete("topic.unsubscribe.user", "the user's side", OfSubscriber.class)
                  .build(),
              EndedSubscription::subscription)
          .step(DISCOUNT_SUBSCRIBER, EndedSubscription::topic)
          .load(perSecond(0.5))
          .build();

  /** Subscribers of a topic from an id on. */
  public record SubscriberRange(TenantId tenant, InboxId inbox, TopicId topic, UserId user) {}

  public static final Query<SubscriberRange, Subscriber> SUBSCRIBERS =
      SUBSCRIBER
          .query("topic.subscribers", "subscribers of a topic, by id", SubscriberRange.class)
          .from(SubscriberRange::user)
          .consistent()
          .page(SentMessages.CHUNK_UIDS_MAX + 1)
          .load(perSecond(1))
          .build();

  public static final BatchGet<OfSubscriber, Subscription> SUBSCRIPTIONS_OF_SOME =
      SUBSCRIPTION
          .batchGet("topic.mine", "which of some topics a user has", OfSubscriber.class)
          .consistent()
          .typically(20)
          .load(perSecond(0.5))
          .build();

  public static final Query<UserInboxKey, Subscription> SUBSCRIPTIONS =
      SUBSCRIPTION
          .query("topic.user", "all topics of a user", UserInboxKey.class)
          .consistent()
          .page(100)
          .typically(3)
          .load(perSecond(0.1))
          .build();

  private Topics() {}
}
