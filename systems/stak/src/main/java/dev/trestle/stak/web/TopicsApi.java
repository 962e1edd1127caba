package dev.trestle.stak.web;

import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.TopicId;
import dev.trestle.stak.model.Topics.OfTopic;
import dev.trestle.stak.model.Topics.Topic;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.topic.TopicDeletions;
import dev.trestle.stak.topic.TopicStore;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** {@code /stack/admin/v1/{tenant}/{inbox}/topics}: topics and who has subscribed to them. */
public final class TopicsApi {
  private static final int UIDS_MAX = 100;
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 200;

  record TopicRequest(Optional<String> title, Optional<Boolean> open) {}

  record SubscribeRequest(List<String> uids) {}

  record TopicView(
      TopicId topic,
      String title,
      boolean open,
      long subscribers,
      boolean deleting,
      long createdAt) {
    static TopicView of(Topic topic) {
      return new TopicView(
          topic.topic(),
          topic.title(),
          topic.open(),
          topic.subscribers(),
          topic.deleting(),
          topic.createdAt().getEpochSecond());
    }
  }

  record TopicsView(boolean success, PagingView paging, List<TopicView> topics) {}

  record SubscribersView(boolean success, PagingView paging, List<UserId> subscribers) {}

  /** How many of the users were not subscribed before, and how many subscribers there are now. */
  record SubscribedView(long added, long subscribers) {}

  private final TopicStore topics;
  private final TopicDeletions deletions;
  private final Guards guards;
  private final SignedCursor cursors;

  public TopicsApi(
      TopicStore topics, TopicDeletions deletions, Guards guards, SignedCursor cursors) {
    this.topics = topics;
    this.deletions = deletions;
    this.guards = guards;
    this.cursors = cursors;
  }

  public void addTo(Router router, Idempotency idempotency) {
    var one = AdminApi.INBOX + "topics/{topic}";
    router.get(AdminApi.INBOX + "topics", guards.adminOfInbox(this::list));
    router.get(one, guards.adminOfInbox(this::read));
    router.put(one, guards.adminOfInbox(this::write));
    router.delete(one, guards.adminOfInbox(this::remove));
    router.get(one + "/subscribers", guards.adminOfInbox(this::subscribers));
    var subscribe = idempotency.around(Refusals.around(this::subscribe));
    router.post(one + "/subscribers", guards.adminOfInbox(subscribe));
    router.delete(one + "/subscribers/{user}", guards.adminOfInbox(this::unsubscribe));
  }

  private Reply list(Call call) {
    int limit = call.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    var inbox = call.noted(InboxKey.class);
    var prefix = call.query("prefix").orElse("");
    var list = "topics\n" + inbox.tenant() + "\n" + inbox.inbox() + "\n" + prefix;
    var after = call.query("next").map(token -> new TopicId(cursors.read(list, "next", token)));
    var found = topics.list(inbox, prefix, after, limit + 1);
    var page = found.subList(0, Math.min(limit, found.size()));
    var next =
        found.size() > limit
            ? Optional.of(cursors.write(list, page.getLast().topic().value()))
            : Optional.<String>empty();
    return Reply.ok(
        new TopicsView(
            true, new PagingView(page.size(), next), page.stream().map(TopicView::of).toList()));
  }

  private Reply read(Call call) {
    return StakReplies.ok(TopicView.of(existing(key(call))));
  }

  private Topic existing(OfTopic key) {
    return topics.find(key).orElseThrow(TopicsApi::noTopic);
  }

  /** Creates the topic if there is none. What is not given stays as it is. */
  private Reply write(Call call) {
    var key = inPath(call);
    var request = call.json(TopicRequest.class);
    var current = topics.find(key);
    var title =
        request
            .title()
            .map(Inputs::title)
            .or(() -> current.map(Topic::title))
            .orElse(key.topic().value());
    boolean open = request.open().or(() -> current.map(Topic::open)).orElse(false);
    var written = topics.write(key, title, open).orElseThrow(Refusal.ChangedMeanwhile::new);
    return StakReplies.ok(TopicView.of(written));
  }

  /** The subscriptions are deleted in the background, and then the topic. */
  private Reply remove(Call call) {
    if (!deletions.request(key(call))) throw noTopic();
    return Reply.json(202, new StakReplies.Done());
  }

  private Reply subscribers(Call call) {
    int limit = call.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    var topic = existing(key(call)).key();
    var list =
        "subscribers\n" + topic.tenant() + "\n" + topic.inbox() + "\n" + topic.topic().value();
    var after = call.query("next").map(token -> new UserId(cursors.read(list, "next", token)));
    var found = topics.subscribers(topic, after, limit + 1);
    var page = found.subList(0, Math.min(limit, found.size()));
    var next =
        found.size() > limit
            ? Optional.of(cursors.write(list, page.getLast().value()))
            : Optional.<String>empty();
    return Reply.ok(new SubscribersView(true, new PagingView(page.size(), next), page));
  }

  private Reply subscribe(Call call) {
    var uids = call.json(SubscribeRequest.class).uids();
    if (uids.isEmpty() || uids.size() > UIDS_MAX) {
      throw new Refusal.Invalid("uids", "Give 1 to " + UIDS_MAX + " user ids.");
    }
    var users = new LinkedHashSet<UserId>();
    for (int i = 0; i < uids.size(); i++) users.add(Inputs.user("uids[" + i + "]", uids.get(i)));
    var topic = existing(key(call)).key();
    long added = users.stream().filter(user -> topics.subscribe(topic.subscriber(user))).count();
    return StakReplies.ok(new SubscribedView(added, existing(topic).subscribers()));
  }

  /** Succeeds if the user is not subscribed, too. */
  private Reply unsubscribe(Call call) {
    var topic = existing(key(call)).key();
    topics.unsubscribe(topic.subscriber(Inputs.user("user", call.pathParameter("user"))));
    return StakReplies.ok();
  }

  /** A text that is not an id is no topic's id. */
  private static OfTopic key(Call call) {
    var topic = TopicId.parse(call.pathParameter("topic")).orElseThrow(TopicsApi::noTopic);
    return TopicStore.key(call.noted(InboxKey.class), topic);
  }

  private static OfTopic inPath(Call call) {
    var topic =
        TopicId.parse(call.pathParameter("topic"))
            .orElseThrow(() -> new Refusal.Invalid("topic", TopicId.RULE));
    return TopicStore.key(call.noted(InboxKey.class), topic);
  }

  private static Refusal noTopic() {
    return new Refusal.NotFound(Refusal.Resource.TOPIC);
  }
}
