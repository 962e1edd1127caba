package dev.trestle.stak.web;

import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.idempotency.Idempotency.Attempt;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.Refusal.Resource;
import dev.trestle.stak.delivery.DeliveryState;
import dev.trestle.stak.delivery.DeliveryTrace;
import dev.trestle.stak.delivery.DeliveryTracer;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.topic.TopicStore;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** {@code /stack/admin/v1/{tenant}/{inbox}/messages}: posting, redacting, following progress. */
public final class AdminMessagesApi {
  private static final int LIMIT_DEFAULT = 25;
  private static final int LIMIT_MAX = 100;

  /** How many messages one call looks at; the next one goes on. */
  private static final int EXAMINED_MAX = 1000;

  /** How far ahead a message can be scheduled. */
  private static final Duration AHEAD_MAX = Duration.ofDays(365);

  /** A time that has just passed means at once: clocks differ, and people hesitate. */
  private static final Duration PAST_MAX = Duration.ofMinutes(5);

  record RedactRequest(Optional<String> id) {}

  record RedactedView(MessageId id, long estimateRecipient) {}

  record SentView(
      boolean success, PagingView paging, long knownUsers, List<SentMessageView> messages) {}

  record StepView(Optional<Long> at, String what, String detail) {}

  record TraceView(DeliveryTrace.Verdict verdict, List<StepView> steps) {
    static TraceView of(DeliveryTrace trace) {
      return new TraceView(
          trace.verdict(),
          trace.steps().stream()
              .map(step ->
                  new StepView(step.at().map(Instant::getEpochSecond), step.what(), step.detail()))
              .toList());
    }
  }

  private final Store store;
  private final Posts posts;
  private final TopicStore topics;
  private final PostComposer composer;
  private final DeliveryTracer tracer;
  private final ProgressStreams streams;
  private final Guards guards;
  private final SignedCursor cursors;
  private final InstantSource clock;

  public AdminMessagesApi(
      Store store,
      Posts posts,
      TopicStore topics,
      PostComposer composer,
      DeliveryTracer tracer,
      ProgressStreams streams,
      Guards guards,
      SignedCursor cursors,
      InstantSource clock) {
    this.store = store;
    this.posts = posts;
    this.topics = topics;
    this.composer = composer;
    this.tracer = tracer;
    this.streams = streams;
    this.guards = guards;
    this.cursors = cursors;
    this.clock = clock;
  }

  public void addTo(Router router, Idempotency idempotency) {
    var post = guards.adminOfInbox(idempotency.around(Refusals.around(this::post)));
    router.add("POST", AdminApi.INBOX + "messages/post", post, PostRequest.BYTES_MAX);
    router.delete(AdminApi.INBOX + "messages/redact", guards.adminOfInbox(this::redact));
    router.get(AdminApi.INBOX + "messages", guards.adminOfInbox(this::list));
    router.get(AdminApi.INBOX + "messages/{id}", guards.adminOfInbox(this::progress));
    router.get(
        AdminApi.INBOX + "messages/{id}/timeline/{user}", guards.adminOfInbox(this::timeline));
    router.get(AdminApi.INBOX + "events", guards.adminOfInbox(this::events));
  }

  private Reply post(Call call) {
    var inbox = call.noted(InboxKey.class);
    var attempt = call.ifNoted(Attempt.class);
    var request = PostRequest.read(call.request());
    var id = id(attempt, request.sendAt());
    if (attempt.filter(Attempt::isRepeated).isPresent()) {
      var resumed = posts.resume(inbox.message(id));
      if (resumed.isPresent()) return StakReplies.ok(resumed.get());
    }
    request.sendAt().ifPresent(this::checkTime);
    var composed = composer.compose(inbox, request);
    guards.checkQuota(inbox.tenant(), request.audience(), subscribers(inbox, request.audience()));
    var draft =
        new Draft(
            inbox,
            call.noted(Guards.Admin.class).id(),
            request.audience(),
            request.hostSystemId(),
            composed.category(),
            composed.content(),
            composed.lifetime(),
            request.sendAt());
    return StakReplies.ok(posts.post(id, draft));
  }

  /** How many subscribers the topic of an audience has; none for other audiences. */
  private long subscribers(InboxKey inbox, Audience audience) {
    return switch (audience) {
      case Audience.Users _, Audience.Everyone _ -> 0;
      case Audience.OfTopic(var topic, _) ->
          topics
              .find(TopicStore.key(inbox, topic))
              .orElseThrow(
                  () -> new Refusal.Invalid("headers.audiences.topic", "There is no such topic."))
              .subscribers();
    };
  }

  /** The same for a post that is repeated with its key. A scheduled message sorts by its time. */
  private MessageId id(Optional<Attempt> attempt, Optional<Instant> sendAt) {
    if (attempt.isEmpty()) return sendAt.map(posts::idAt).orElseGet(posts::nextId);
    var first = attempt.get();
    return MessageId.derivedFrom(sendAt.orElse(first.firstUsed()), first.key());
  }

  private void checkTime(Instant sendAt) {
    var now = clock.instant();
    if (sendAt.isBefore(now.minus(PAST_MAX)) || sendAt.isAfter(now.plus(AHEAD_MAX))) {
      throw new Refusal.Invalid(
          "headers.send_at", "Use a time in the future, at most a year ahead.");
    }
  }

  private Reply redact(Call call) {
    var id =
        call.query("id")
            .or(() -> call.json(RedactRequest.class).id())
            .orElseThrow(() -> new Refusal.Invalid("id", Inputs.REQUIRED));
    var sent =
        posts
            .redact(call.noted(InboxKey.class).message(Inputs.existing(id)))
            .orElseThrow(AdminMessagesApi::noMessage);
    return StakReplies.ok(new RedactedView(sent.id(), sent.estimated()));
  }

  private Reply list(Call call) {
    int limit = call.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    var inbox = call.noted(InboxKey.class);
    var filter = filter(call);
    var list = "sent\n" + inbox.tenant() + "\n" + inbox.inbox();
    var below =
        call.query("next")
            .map(token -> new MessageId(cursors.read(list, "next", token)))
            .orElse(MessageId.LAST);
    var page = new ArrayList<SentMessageView>();
    var next = Optional.<MessageId>empty();
    var last = below;
    int examined = 0;
    try (var newest =
        store.stream(SentMessages.NEWEST_BELOW, inbox.message(below), EXAMINED_MAX + 1)) {
      for (var sent : (Iterable<SentMessage>) newest::iterator) {
        if (page.size() == limit || examined == EXAMINED_MAX) {
          next = Optional.of(last);
          break;
        }
        last = sent.id();
        examined++;
        var view = SentMessageView.of(sent, clock.instant());
        if (filter.test(view)) page.add(view);
      }
    }
    return Reply.ok(
        new SentView(
            true,
            new PagingView(page.size(), next.map(id -> cursors.write(list, id.value()))),
            posts.knownUsers(inbox),
            List.copyOf(page)));
  }

  /** By category, by state, and by a text in the title or the sender's reference. */
  private static Predicate<SentMessageView> filter(Call call) {
    var category = call.query("category");
    var state = call.query("state").map(AdminMessagesApi::state);
    var text = call.query("q").map(words -> words.toLowerCase(Locale.ROOT));
    return sent ->
        category.map(sent.category()::equals).orElse(true)
            && state.map(wanted -> wanted == sent.state()).orElse(true)
            && text.map(words -> isAbout(sent, words)).orElse(true);
  }

  private static boolean isAbout(SentMessageView sent, String words) {
    var about = sent.message().title() + "\n" + sent.hostSystemId().orElse("");
    return about.toLowerCase(Locale.ROOT).contains(words);
  }

  private static DeliveryState state(String text) {
    try {
      return DeliveryState.valueOf(text);
    } catch (IllegalArgumentException e) {
      throw new Refusal.Invalid(
          "state",
          "Use one of "
              + Arrays.stream(DeliveryState.values())
                  .map(DeliveryState::name)
                  .collect(Collectors.joining(", "))
              + ".");
    }
  }

  private Reply progress(Call call) {
    var sent = store.run(SentMessages.READ, key(call)).orElseThrow(AdminMessagesApi::noMessage);
    return StakReplies.ok(SentMessageView.of(sent, clock.instant()));
  }

  private Reply timeline(Call call) {
    var user = Inputs.user("user", call.pathParameter("user"));
    var trace = tracer.trace(key(call), user).orElseThrow(AdminMessagesApi::noMessage);
    return StakReplies.ok(TraceView.of(trace));
  }

  private Reply events(Call call) {
    return streams.open(call.noted(InboxKey.class), guards.stillAdmin(call));
  }

  private static MessageKey key(Call call) {
    return call.noted(InboxKey.class).message(Inputs.pathMessage(call));
  }

  private static Refusal noMessage() {
    return new Refusal.NotFound(Resource.MESSAGE);
  }
}
