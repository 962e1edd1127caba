package dev.trestle.stak.web;

import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.model.TopicId;
import dev.trestle.stak.model.Topics.Topic;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.topic.TopicStore;
import java.util.List;
import java.util.Optional;

/**
 * {@code /stack/users/v1/{tenant}/{inbox}/topics}: the open topics, and which of them the user has.
 * Other topics are the tenant's business: to users it is as if they did not exist.
 */
public final class UserTopicsApi {
  /** How many topics one call looks at; the next one goes on. */
  private static final int EXAMINED = 100;

  record SubscriptionRequest(boolean subscribed) {}

  record OpenTopicView(TopicId topic, String title, boolean subscribed) {}

  record OpenTopicsView(boolean success, PagingView paging, List<OpenTopicView> topics) {}

  private final TopicStore topics;
  private final SignedCursor cursors;

  public UserTopicsApi(TopicStore topics, SignedCursor cursors) {
    this.topics = topics;
    this.cursors = cursors;
  }

  public void addTo(UserRoutes routes) {
    routes.get("topics", this::list);
    routes.put("topics/{topic}", this::change);
  }

  private Reply list(Call call) {
    var user = call.noted(UserInboxKey.class);
    var list = "open topics\n" + user.tenant() + "\n" + user.inbox();
    var after = call.query("next").map(token -> new TopicId(cursors.read(list, "next", token)));
    var found = topics.list(user.shared(), "", after, EXAMINED);
    var open = found.stream().filter(UserTopicsApi::isOpen).toList();
    var mine = topics.among(open, user);
    var next =
        found.size() == EXAMINED
            ? Optional.of(cursors.write(list, found.getLast().topic().value()))
            : Optional.<String>empty();
    return Reply.ok(
        new OpenTopicsView(
            true,
            new PagingView(open.size(), next),
            open.stream()
                .map(topic ->
                    new OpenTopicView(topic.topic(), topic.title(), mine.contains(topic.topic())))
                .toList()));
  }

  private static boolean isOpen(Topic topic) {
    return topic.open() && !topic.deleting();
  }

  private Reply change(Call call) {
    var user = call.noted(UserInboxKey.class);
    boolean isWanted = call.json(SubscriptionRequest.class).subscribed();
    var topic =
        TopicId.parse(call.pathParameter("topic"))
            .map(id -> TopicStore.key(user.shared(), id))
            .flatMap(topics::find)
            .filter(UserTopicsApi::isOpen)
            .orElseThrow(() -> new Refusal.NotFound(Refusal.Resource.TOPIC));
    var subscription = topic.key().subscriber(user.user());
    if (isWanted) topics.subscribe(subscription);
    else topics.unsubscribe(subscription);
    return StakReplies.ok(new OpenTopicView(topic.topic(), topic.title(), isWanted));
  }
}
