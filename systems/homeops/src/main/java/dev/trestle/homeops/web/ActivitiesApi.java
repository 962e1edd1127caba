package dev.trestle.homeops.web;

import com.github.f4b6a3.ulid.Ulid;
import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.activity.ActivityLog;
import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.chat.ChatAdapters;
import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.message.ChatLocks;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.ActivityId;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** {@code /chats/{chat}/activities} and {@code /activities/{id}}. */
public final class ActivitiesApi {
  private static final int PAGE = 50;
  private static final int PAGE_MAX = 100;
  private static final String PREFIX = "act_";
  private static final int ULID_LENGTH = 26;
  private static final ActivityId LAST = new ActivityId(Ulid.MAX.toString());
  private static final Duration PAST_MAX = Duration.ofDays(366);

  record CorrectionBody(
      Optional<String> activity,
      Optional<String> member,
      Optional<String> at,
      Optional<String> effort) {}

  record ActivityView(
      String id,
      String member,
      String memberName,
      String type,
      String activity,
      String effort,
      Instant at,
      long messageId,
      double confidence) {}

  private final Store store;
  private final ActivityLog log;
  private final HouseholdDirectory directory;
  private final ChatAdapters adapters;
  private final Balances balances;
  private final ChatEvents events;
  private final ChatLocks locks;
  private final InstantSource clock;

  public ActivitiesApi(
      Store store,
      ActivityLog log,
      HouseholdDirectory directory,
      ChatAdapters adapters,
      Balances balances,
      ChatEvents events,
      ChatLocks locks,
      InstantSource clock) {
    this.store = store;
    this.log = log;
    this.directory = directory;
    this.adapters = adapters;
    this.balances = balances;
    this.events = events;
    this.locks = locks;
    this.clock = clock;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/chats/{chat}/activities", guards.reads(call -> list(call, guards)))
        .post("/activities/{activity}/undo", guards.writes(call -> undo(call, guards)))
        .patch("/activities/{activity}", guards.writes(call -> correct(call, guards)));
  }

  /** An id contains its chat, so that each call is a lookup by key. */
  private record Reference(ChatId chatId, ActivityId activityId) {
    static Reference of(String text) {
      int end = PREFIX.length() + ULID_LENGTH;
      boolean isOne =
          text.startsWith(PREFIX)
              && text.length() > end + 1
              && text.charAt(end) == '_'
              && Ulid.isValid(text.substring(PREFIX.length(), end));
      if (!isOne) {
        throw noSuchActivity();
      }
      var chat = ChatId.parse(text.substring(end + 1)).orElseThrow(Guards::noSuchChat);
      return new Reference(chat, new ActivityId(text.substring(PREFIX.length(), end)));
    }
  }

  private Reply list(Call call, Guards guards) {
    var reader = guards.inChat(call);
    var chat = Guards.chat(call);
    var before = call.query("before").map(text -> Reference.of(text).activityId());
    var last = before.orElse(LAST);
    var page =
        store.run(
            Activities.BEFORE_ID,
            new Activities.BeforeId(chat, last),
            Cursor.start(),
            call.number("limit", PAGE, 1, PAGE_MAX));
    return Reply.ok(
        Map.of(
            "activities",
            page.items().stream()
                .filter(activity -> reader.maySee(activity.messageId()))
                .map(activity -> view(activity, reader.home()))
                .toList()));
  }

  private Reply undo(Call call, Guards guards) {
    var reference = Reference.of(call.pathParameter("activity"));
    var home = home(call, guards, reference);
    locks.with(
        reference.chatId(),
        () ->
            log.undo(reference.chatId(), reference.activityId(), home.zone())
                .ifPresent(activity -> changed(home, activity)));
    return Reply.nothing();
  }

  /** The household of an activity. To those who may not see the message, it is not there. */
  private Home home(Call call, Guards guards, Reference reference) {
    var reader = guards.inChat(call, reference.chatId());
    var activity = log.find(reference.chatId(), reference.activityId());
    if (activity.filter(found -> !reader.maySee(found.messageId())).isPresent()) {
      throw noSuchActivity();
    }
    return reader.home();
  }

  private static Refusal noSuchActivity() {
    return new Refusal.NotFound("activity");
  }

  private void changed(Home home, Activity activity) {
    balances.changed(home, List.of(activity.timestamp()), clock.instant());
    directory
        .link(activity.chatId())
        .flatMap(link -> adapters.of(link.source()))
        .ifPresent(adapter -> adapter.unreact(activity.chatId(), activity.messageId()));
    events.changed(activity.chatId(), ChatEvents.Kind.activity);
  }

  private Reply correct(Call call, Guards guards) {
    var reference = Reference.of(call.pathParameter("activity"));
    var home = home(call, guards, reference);
    var change = change(call.json(CorrectionBody.class), home);
    var corrected = new AtomicReference<Optional<ActivityLog.Corrected>>(Optional.empty());
    locks.with(
        reference.chatId(),
        () ->
            corrected.set(
                log.correct(
                    reference.chatId(),
                    reference.activityId(),
                    change,
                    member -> home.name(member).orElse("?"),
                    home.zone())));
    var done = corrected.get().orElseThrow(ActivitiesApi::noSuchActivity);
    var activity = done.after();
    balances.changed(home, done.times(), clock.instant());
    events.changed(activity.chatId(), ChatEvents.Kind.activity);
    return Reply.ok(Map.of("activity", view(activity, home)));
  }

  private ActivityLog.Correction change(CorrectionBody body, Home home) {
    return new ActivityLog.Correction(
        body.activity().map(Aliases::activity),
        body.member().map(text -> member(text, home)),
        body.at().map(this::time),
        body.effort().map(ActivitiesApi::effort));
  }

  private static MemberId member(String text, Home home) {
    return home.members().stream()
        .filter(member -> member.id().toString().equals(text))
        .findFirst()
        .orElseThrow(() -> new Refusal.Invalid("member", "There is no such member."))
        .id();
  }

  private Instant time(String text) {
    try {
      var time = Instant.parse(text).truncatedTo(ChronoUnit.SECONDS);
      var now = clock.instant();
      if (!time.isAfter(now) && time.isAfter(now.minus(PAST_MAX))) {
        return time;
      }
    } catch (DateTimeParseException e) {
      // Refused below, in the same words.
    }
    throw new Refusal.Invalid("at", "A time within the last year is expected.");
  }

  private static Activities.Effort effort(String text) {
    for (var effort : Activities.Effort.values()) {
      if (effort.name().equals(text)) {
        return effort;
      }
    }
    throw new Refusal.Invalid("effort", "low, medium or high is expected.");
  }

  private static ActivityView view(Activity activity, Home home) {
    return new ActivityView(
        PREFIX + activity.activityId().value() + "_" + activity.chatId().value(),
        activity.userId().toString(),
        home.name(activity.userId()).orElse(activity.userName()),
        activity.type().name(),
        activity.activity(),
        activity.effort().name(),
        activity.timestamp(),
        activity.messageId().value(),
        activity.confidence());
  }
}
