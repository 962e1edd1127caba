package dev.trestle.stak.web;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.inbox.Act;
import dev.trestle.stak.inbox.Item;
import dev.trestle.stak.inbox.Listing.Filter;
import dev.trestle.stak.inbox.Listing.Folder;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.inbox.MessageIds;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.message.Life;
import dev.trestle.stak.model.Changes;
import dev.trestle.stak.tenant.Names;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What users' devices ask, under {@code /stack/users/v1}. */
public final class UserApi {
  public static final String PREFIX = "/stack/users/v1";

  private static final String INBOX = "/{tenant}/{inbox}/";
  private static final int LIMIT_MAX = 100;
  private static final int MUTED_MAX = 100;

  /** Which messages; for snoozing also until when. */
  record Some(
      Optional<List<String>> messages,
      Optional<Long> after,
      Optional<Long> before,
      Optional<Long> until,
      Optional<String> duration) {}

  record Preferences(Set<String> muted) {}

  private final Mailroom room;
  private final Doors doors;
  private final Cursors cursors;
  private final LiveFeeds feeds;

  UserApi(Mailroom room, Doors doors, Cursors cursors, LiveFeeds feeds) {
    this.room = room;
    this.doors = doors;
    this.cursors = cursors;
    this.feeds = feeds;
  }

  /** The routes, below {@link #PREFIX}. */
  public Router router() {
    var router = new Router();
    get(router, "messages/last/{limit}", this::list);
    get(router, "messages/{id}", this::one);
    put(router, "messages/read", this::read);
    put(router, "messages/read/", this::read);
    put(router, "messages/archive", call -> act(call, new Act.Archive()));
    put(router, "messages/unarchive", call -> act(call, new Act.Unarchive()));
    put(router, "messages/snooze", this::snooze);
    put(router, "messages/wake", call -> act(call, new Act.Wake()));
    put(router, "messages/seen", this::seen);
    router.get(INBOX + "messages/unread", open(this::unread));
    router.put(INBOX + "messages/unread", open(call -> act(call, new Act.MarkUnread())));
    router.add("OPTIONS", INBOX + "messages/unread", doors.preflight("GET", "PUT"));
    router.get(INBOX + "preferences", open(this::preferences));
    router.put(INBOX + "preferences", open(this::setPreferences));
    router.add("OPTIONS", INBOX + "preferences", doors.preflight("GET", "PUT"));
    get(router, "events", this::events);
    return router;
  }

  private void get(Router router, String path, Endpoint endpoint) {
    router.get(INBOX + path, open(endpoint));
    router.add("OPTIONS", INBOX + path, doors.preflight("GET"));
  }

  private void put(Router router, String path, Endpoint endpoint) {
    router.put(INBOX + path, open(endpoint));
    router.add("OPTIONS", INBOX + path, doors.preflight("PUT"));
  }

  private Endpoint open(Endpoint endpoint) {
    return doors.fromAllowedOrigins(doors.user(endpoint));
  }

  private UserInbox inbox(Call call) {
    return room.inbox(call.noted(Doors.Visitor.class).of());
  }

  private Reply list(Call call) {
    int limit = limit(call.place("limit"));
    var filter = filter(call);
    var list = listName(call, filter);
    var below = call.query("next").map(token -> cursors.id(list, token)).orElse(MessageIds.LAST);
    var page = inbox(call).list(filter, below, limit);
    var paging = new LinkedHashMap<String, Object>();
    paging.put("count", page.items().size());
    paging.put("next_token", page.next().map(id -> cursors.token(list, id)));
    var answer = Answers.success();
    answer.put("paging", paging);
    answer.put("messages", page.items().stream().map(MessageJson::of).toList());
    return Answers.tagged(call, answer);
  }

  private static int limit(String text) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= LIMIT_MAX) return limit;
    } catch (NumberFormatException e) {
      // Said below, in the same words as a number out of range.
    }
    throw ApiError.invalid("limit", "A number from 1 to " + LIMIT_MAX + " is expected.");
  }

  private static Filter filter(Call call) {
    var folder =
        switch (call.query("folder").orElse("inbox")) {
          case "inbox" -> Folder.INBOX;
          case "archive" -> Folder.ARCHIVE;
          case "snoozed" -> Folder.SNOOZED;
          default -> throw ApiError.invalid("folder", "inbox, archive or snoozed is expected.");
        };
    var category = call.query("category").filter(text -> !text.isEmpty());
    if (category.isPresent() && !Names.isCategory(category.get())) {
      throw ApiError.invalid("category", Names.RULE);
    }
    var unread = call.query("unread").orElse("false");
    return new Filter(folder, category, unread.equals("true") || unread.equals("1"));
  }

  /** What a token of a list is good for: this user's list with this filter. */
  private static String listName(Call call, Filter filter) {
    var of = call.noted(Doors.Visitor.class).of();
    return String.join(
        "\n",
        of.tenant(),
        of.user(),
        of.inbox(),
        filter.folder().name(),
        filter.category().orElse(""),
        Boolean.toString(filter.unreadOnly()));
  }

  private Reply one(Call call) {
    var id = call.place("id");
    var item = MessageIds.isId(id) ? inbox(call).item(id) : Optional.<Item>empty();
    return Answers.tagged(
        call,
        Answers.data(
            MessageJson.of(
                item.orElseThrow(() -> ApiError.notFound("There is no such message.")))));
  }

  private Reply unread(Call call) {
    return Answers.tagged(call, MessageJson.of(inbox(call).unread()));
  }

  /** Some messages, or all that were received up to a time. */
  private Reply read(Call call) {
    var some = call.json(Some.class);
    var upTo = some.after().or(some::before);
    if (upTo.isEmpty()) return act(call, new Act.Read(), some);
    if (some.messages().isPresent()) {
      throw ApiError.invalid("messages", "Either messages or after is expected.");
    }
    inbox(call).readAll(second("after", upTo.get()));
    return Reply.ok(MessageJson.of(inbox(call).unread()));
  }

  private Reply act(Call call, Act act) {
    return act(call, act, call.json(Some.class));
  }

  private Reply act(Call call, Act act, Some some) {
    var ids = some.messages().orElseThrow(() -> ApiError.invalid("messages", "This is missing."));
    if (ids.isEmpty() || ids.size() > Changes.MARKED_AT_ONCE) {
      throw ApiError.invalid("messages", "1 to " + Changes.MARKED_AT_ONCE + " ids are expected.");
    }
    for (var id : ids) {
      if (!MessageIds.isId(id)) throw ApiError.invalid("messages", "This is no message's id.");
    }
    var changed = inbox(call).apply(act, ids);
    var answer = MessageJson.of(inbox(call).unread());
    answer.put("changed", changed);
    return Reply.ok(answer);
  }

  private Reply snooze(Call call) {
    var some = call.json(Some.class);
    var until =
        some.until()
            .map(seconds -> second("until", seconds))
            .or(() -> some.duration().flatMap(Life::parse).map(room.now()::plus))
            .orElseThrow(
                () -> ApiError.invalid("until", "until or a duration such as 2h is expected."));
    if (!until.isAfter(room.now())) {
      throw ApiError.invalid("until", "A time to come is expected.");
    }
    return act(call, new Act.Snooze(until), some);
  }

  private static Instant second(String field, long seconds) {
    if (seconds < 0 || seconds > 9_999_999_999L) {
      throw ApiError.invalid(field, "Seconds since 1970 are expected.");
    }
    return Instant.ofEpochSecond(seconds);
  }

  private Reply seen(Call call) {
    inbox(call).seen();
    return Reply.ok(MessageJson.of(inbox(call).unread()));
  }

  private Reply preferences(Call call) {
    return Answers.ok(Map.of("muted", inbox(call).muted().stream().sorted().toList()));
  }

  private Reply setPreferences(Call call) {
    var muted = new LinkedHashSet<>(call.json(Preferences.class).muted());
    if (muted.size() > MUTED_MAX || !muted.stream().allMatch(Names::isCategory)) {
      throw ApiError.invalid("muted", "At most " + MUTED_MAX + " categories. " + Names.RULE);
    }
    inbox(call).mute(muted);
    return preferences(call);
  }

  private Reply events(Call call) {
    return feeds.open(call.noted(Doors.Visitor.class).of(), doors.stillUser(call));
  }
}
