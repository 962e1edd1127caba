package dev.trestle.stak.web;

import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.idempotency.Idempotency.Attempt;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.delivery.DeadLetters;
import dev.trestle.stak.delivery.Timeline;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.inbox.MessageIds;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.message.Life;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Sends;
import dev.trestle.stak.model.Sends.OfMessage;
import dev.trestle.stak.model.Sends.SentMessage;
import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.tenant.BodySchema;
import dev.trestle.stak.tenant.Directory;
import dev.trestle.stak.tenant.Names;
import dev.trestle.store.Store;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What administrators' servers and pages do with messages, under {@code /stack/admin/v1}. */
public final class AdminApi {
  public static final String PREFIX = "/stack/admin/v1";

  static final String INBOX = "/{tenant}/{inbox}/";

  private static final int CONTENT_BYTES_MAX = 32 * 1024;
  private static final int REGISTERED_AT_ONCE = 1000;
  private static final int LIST_MAX = 100;

  /** Schemes by which a link would run in the page that shows it. */
  private static final Set<String> FORBIDDEN_SCHEMES =
      Set.of("javascript", "data", "vbscript", "file", "blob");

  record Redaction(Optional<String> id) {}

  record Registration(List<String> uids) {}

  private final Store store;
  private final Mailroom room;
  private final Posts posts;
  private final Directory directory;
  private final BodySchema schemas;
  private final DeadLetters deadLetters;
  private final Timeline timeline;
  private final Doors doors;
  private final Cursors cursors;
  private final Idempotency idempotency;
  private final AdminFeeds feeds;

  AdminApi(
      Store store,
      Mailroom room,
      Posts posts,
      Directory directory,
      BodySchema schemas,
      DeadLetters deadLetters,
      Timeline timeline,
      Doors doors,
      Cursors cursors,
      Idempotency idempotency,
      AdminFeeds feeds) {
    this.store = store;
    this.room = room;
    this.posts = posts;
    this.directory = directory;
    this.schemas = schemas;
    this.deadLetters = deadLetters;
    this.timeline = timeline;
    this.doors = doors;
    this.cursors = cursors;
    this.idempotency = idempotency;
    this.feeds = feeds;
  }

  /** Adds the routes, below {@link #PREFIX}. */
  void addTo(Router router) {
    router.add("POST", INBOX + "messages/post", once(this::post), PostBody.BYTES_MAX);
    router.delete(INBOX + "messages/redact", doors.adminOfInbox(this::redact));
    router.get(INBOX + "messages", doors.adminOfInbox(this::sent));
    router.get(INBOX + "messages/{id}", doors.adminOfInbox(this::progress));
    router.get(INBOX + "messages/{id}/timeline/{user}", doors.adminOfInbox(this::timeline));
    router.get(INBOX + "dead-letters", doors.adminOfInbox(this::deadLetters));
    router.post(INBOX + "dead-letters/replay", once(this::replayAll));
    router.post(INBOX + "dead-letters/{id}/{chunk}/replay", once(this::replay));
    router.post(INBOX + "users", once(this::register));
    router.get(INBOX + "events", doors.adminOfInbox(this::events));
  }

  private Endpoint once(Endpoint endpoint) {
    return doors.adminOfInbox(idempotency.around(endpoint));
  }

  private Reply post(Call call) {
    var admin = call.noted(Doors.Admin.class);
    var inbox = Doors.inbox(call);
    var attempt = call.ifNoted(Attempt.class);
    var id =
        attempt.map(first -> MessageIds.of(first.begun(), first.key())).orElseGet(posts::nextId);
    if (attempt.filter(Attempt::isRepeated).isPresent()) {
      var finished = posts.finish(new OfMessage(admin.tenant(), inbox, id));
      if (finished.isPresent()) return Answers.ok(finished.get());
    }
    var post = PostBody.read(call.request());
    var settings = directory.settings(admin.tenant());
    var config = directory.config(admin.tenant(), inbox);
    check(post, config);
    var draft =
        new Draft(
            admin.tenant(),
            inbox,
            admin.adminId(),
            post.hostSystemId(),
            post.label(),
            post.category(),
            content(post),
            Life.of(post.category(), config, settings));
    var posted =
        post.kind().equals("users")
            ? posts.toUsers(id, draft, post.uids())
            : posts.toEveryone(id, draft);
    return Answers.ok(posted);
  }

  private void check(PostBody post, Optional<InboxConfig> config) {
    post.ctaUri().ifPresent(AdminApi::checkLink);
    var schema = config.flatMap(InboxConfig::schema);
    if (schema.isEmpty()) return;
    var misfits = new ArrayList<ApiError.FieldError>();
    for (var misfit : schemas.misfits(schema.get(), post.body())) {
      misfits.add(new ApiError.FieldError("message.body" + path(misfit.path()), misfit.message()));
    }
    if (!misfits.isEmpty()) throw ApiError.invalid(misfits);
  }

  private static String path(String path) {
    return path.startsWith("$") ? path.substring(1) : path;
  }

  private static void checkLink(String text) {
    try {
      var scheme = Optional.ofNullable(new URI(text).getScheme()).orElse("");
      if (!scheme.isEmpty() && !FORBIDDEN_SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))) {
        return;
      }
    } catch (URISyntaxException e) {
      // Said below, in the same words.
    }
    throw ApiError.invalid("message.cta_uri", "A link such as https://… or app://… is expected.");
  }

  private static Content content(PostBody post) {
    var content =
        post.body().isTextual()
            ? new Content(post.title(), post.body().textValue(), Optional.empty(), post.ctaUri())
            : new Content(post.title(), post.body().toString(), Optional.of("json"), post.ctaUri());
    if (content.body().getBytes(StandardCharsets.UTF_8).length > CONTENT_BYTES_MAX) {
      throw ApiError.invalid("message.body", "At most 32 KB are allowed.");
    }
    return content;
  }

  private Reply redact(Call call) {
    var id =
        call.query("id")
            .or(() -> call.json(Redaction.class).id())
            .orElseThrow(() -> ApiError.invalid("id", "This is missing."));
    var sent = posts.redact(ofMessage(call, id)).orElseThrow(AdminApi::noMessage);
    return Answers.ok(Map.of("id", sent.id(), "estimate_recipient", sent.estimated()));
  }

  private Reply sent(Call call) {
    int limit = call.number("limit", 25, 1, LIST_MAX);
    var tenant = call.noted(Doors.Admin.class).tenant();
    var inbox = Doors.inbox(call);
    var list = "sent\n" + tenant + "\n" + inbox;
    var below = call.query("next").map(token -> cursors.id(list, token)).orElse(MessageIds.LAST);
    var found =
        store.stream(Sends.SENT_LATEST, new Sends.Before(tenant, inbox, below), limit + 1).toList();
    boolean more = found.size() > limit;
    var page = more ? found.subList(0, limit) : found;
    var paging = new LinkedHashMap<String, Object>();
    paging.put("count", page.size());
    paging.put(
        "next_token",
        more ? Optional.of(cursors.token(list, page.getLast().id())) : Optional.empty());
    var answer = Answers.success();
    answer.put("paging", paging);
    answer.put("known_users", posts.known(tenant, inbox));
    answer.put("messages", page.stream().map(MessageJson::of).toList());
    return Reply.ok(answer);
  }

  private Reply progress(Call call) {
    var of = ofMessage(call, call.place("id"));
    return Answers.ok(MessageJson.of(message(of)));
  }

  private SentMessage message(OfMessage of) {
    return store.run(Sends.PROGRESS, of).orElseThrow(AdminApi::noMessage);
  }

  private Reply timeline(Call call) {
    var user = call.place("user");
    if (!Names.isUser(user)) throw ApiError.invalid("user", Names.USER_RULE);
    var story =
        timeline.of(ofMessage(call, call.place("id")), user).orElseThrow(AdminApi::noMessage);
    var steps =
        story.steps().stream()
            .map(step -> {
              var json = new LinkedHashMap<String, Object>();
              step.at().ifPresent(at -> json.put("at", at.getEpochSecond()));
              json.put("what", step.what());
              json.put("detail", step.detail());
              return json;
            })
            .toList();
    return Answers.ok(Map.of("verdict", story.verdict(), "steps", steps));
  }

  private Reply deadLetters(Call call) {
    var tenant = call.noted(Doors.Admin.class).tenant();
    var letters = deadLetters.list(tenant, Doors.inbox(call));
    return Answers.ok(letters.stream().map(MessageJson::of).toList());
  }

  private Reply replay(Call call) {
    var of = ofMessage(call, call.place("id"));
    long chunk;
    try {
      chunk = Long.parseLong(call.place("chunk"));
    } catch (NumberFormatException e) {
      throw ApiError.notFound("There is no such dead letter.");
    }
    if (chunk < 0 || chunk > 9999 || !deadLetters.replay(of, chunk)) {
      throw ApiError.notFound("There is no such dead letter.");
    }
    return Answers.ok(Map.of("replayed", 1));
  }

  private Reply replayAll(Call call) {
    var tenant = call.noted(Doors.Admin.class).tenant();
    long replayed =
        deadLetters.list(tenant, Doors.inbox(call)).stream()
            .filter(dead ->
                deadLetters.replay(
                    new OfMessage(dead.tenant(), dead.inbox(), dead.id()), dead.chunk()))
            .count();
    return Answers.ok(Map.of("replayed", replayed));
  }

  private Reply register(Call call) {
    var tenant = call.noted(Doors.Admin.class).tenant();
    var inbox = Doors.inbox(call);
    var uids = call.json(Registration.class).uids();
    if (uids.isEmpty() || uids.size() > REGISTERED_AT_ONCE) {
      throw ApiError.invalid("uids", "1 to " + REGISTERED_AT_ONCE + " uids are expected.");
    }
    for (int i = 0; i < uids.size(); i++) {
      if (!Names.isUser(uids.get(i))) throw ApiError.invalid("uids[" + i + "]", Names.USER_RULE);
    }
    for (var uid : Set.copyOf(uids)) {
      room.inbox(new Inboxes.OfInbox(tenant, uid, inbox)).register();
    }
    return Answers.ok(Map.of("known_users", posts.known(tenant, inbox)));
  }

  private Reply events(Call call) {
    var of = new Sends.OfInbox(call.noted(Doors.Admin.class).tenant(), Doors.inbox(call));
    return feeds.open(of, doors.stillAdmin(call));
  }

  private static OfMessage ofMessage(Call call, String id) {
    if (!MessageIds.isId(id)) throw noMessage();
    return new OfMessage(call.noted(Doors.Admin.class).tenant(), Doors.inbox(call), id);
  }

  private static ApiError noMessage() {
    return ApiError.notFound("There is no such message.");
  }
}
