package dev.trestle.messenger.web;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.message.History;
import dev.trestle.messenger.message.Log;
import dev.trestle.messenger.message.Search;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is said in a chat. */
final class MessagesApi {
  /** What a client sends, by HTTP or by socket. */
  record Sending(
      String clientMessageId,
      Optional<String> content,
      Optional<String> contentType,
      Optional<Long> replyTo,
      Optional<String> kind,
      Optional<Long> targetSequence) {
    Draft draft() {
      return new Draft(
          clientMessageId,
          kind.map(Sending::kind).orElse(Kind.text),
          content.orElse(""),
          contentType.orElse("text/plain"),
          targetSequence,
          replyTo);
    }

    private static Kind kind(String name) {
      return switch (name) {
        case "text" -> Kind.text;
        case "edit" -> Kind.edit;
        case "delete" -> Kind.delete;
        case "reaction" -> Kind.reaction;
        default -> throw Refused.invalid("kind", "text, edit, delete or reaction is expected.");
      };
    }
  }

  /** What a search gives: how far it looked, beside what it found. */
  record Searched(
      List<Views.MessageView> data, Views.Pagination pagination, long lookedToSequence) {}

  private static final int LIMIT = 50;

  private final Log log;
  private final Access access;
  private final History history;
  private final Search search;
  private final SendLimits limits;
  private final Cursors cursors;

  MessagesApi(
      Log log, Access access, History history, Search search, SendLimits limits, Cursors cursors) {
    this.log = log;
    this.access = access;
    this.history = history;
    this.search = search;
    this.limits = limits;
    this.cursors = cursors;
  }

  void addTo(Router router, Door door) {
    router
        .post("/chats/{chat}/messages", door.signedIn(limits.around(this::send)))
        .get("/chats/{chat}/messages", door.signedIn(this::list))
        .get("/chats/{chat}/messages/{sequence}", door.signedIn(this::one))
        .get("/chats/{chat}/messages/around/{sequence}", door.signedIn(this::around))
        .get("/chats/{chat}/search", door.signedIn(this::search));
  }

  private Membership member(Call call) {
    return access.member(Texts.chat(call.place("chat")), Door.user(call));
  }

  private Reply send(Call call) {
    var draft = call.json(Sending.class).draft();
    var sent = log.send(Texts.chat(call.place("chat")), Door.user(call), draft);
    var view = new Views.One<>(Views.SentView.of(sent));
    return sent.replayed()
        ? Reply.ok(view).with("X-Idempotent-Replay", "true")
        : Reply.created(view);
  }

  /** Where a list is read from: which way, and the number that it starts beside. */
  private record Start(boolean isForward, Optional<Long> beside) {
    String text() {
      return (isForward ? "f" : "b") + beside.orElseThrow();
    }
  }

  private Reply list(Call call) {
    var member = member(call);
    var name = "messages/" + member.chatId().value() + "/" + member.userId().value();
    var start = call.query("cursor").map(text -> resumed(call, name, text));
    var from = start.isPresent() ? start.get() : begun(call);
    int limit = call.number("limit", LIMIT, 1, Messages.PAGE);
    var stretch = read(member, from, limit);
    var entries = stretch.entries();
    if (entries.isEmpty()) return Reply.ok(new Views.Many<>(List.of(), Views.Pagination.WHOLE));
    var onward = new Start(from.isForward, Optional.of(entries.getLast().sequence()));
    var backward = new Start(!from.isForward, Optional.of(entries.getFirst().sequence()));
    var pagination =
        new Views.Pagination(
            stretch.more(),
            stretch.more() ? Optional.of(cursors.write(name, onward.text())) : Optional.empty(),
            Optional.of(cursors.write(name, backward.text())));
    return Reply.ok(new Views.Many<>(views(entries), pagination));
  }

  private History.Stretch read(Membership member, Start start, int limit) {
    if (start.isForward) return history.after(member, start.beside.orElse(0L), limit);
    return start.beside.isPresent()
        ? history.before(member, start.beside.get(), limit)
        : history.recent(member, limit);
  }

  private Start resumed(Call call, String name, String text) {
    var position = cursors.read(name, text);
    var start =
        new Start(position.startsWith("f"), Optional.of(Long.parseLong(position.substring(1))));
    if (call.query("before_sequence").isPresent() || call.query("after_sequence").isPresent()) {
      throw ApiError.invalid("cursor", "A cursor stands alone.");
    }
    call.query("direction")
        .filter(direction -> isForward(direction) != start.isForward)
        .ifPresent(_ -> {
          throw ApiError.invalid("cursor", "This cursor goes the other way.");
        });
    return start;
  }

  private static Start begun(Call call) {
    var before = call.query("before_sequence").map(it -> Texts.sequence(it, "before_sequence"));
    var after = call.query("after_sequence").map(it -> Texts.sequence(it, "after_sequence"));
    if (before.isPresent() && after.isPresent()) {
      throw ApiError.invalid("before_sequence", "Before or after, not both.");
    }
    boolean isForward =
        call.query("direction").map(MessagesApi::isForward).orElse(after.isPresent());
    if (isForward ? before.isPresent() : after.isPresent()) {
      throw ApiError.invalid("direction", "Forward goes after a number, backward before one.");
    }
    return new Start(isForward, isForward ? after : before);
  }

  private static boolean isForward(String direction) {
    return switch (direction) {
      case "forward" -> true;
      case "backward" -> false;
      default -> throw ApiError.invalid("direction", "forward or backward is expected.");
    };
  }

  private Reply one(Call call) {
    long sequence = Texts.sequence(call.place("sequence"), "sequence");
    var entry =
        history
            .one(member(call), sequence)
            .orElseThrow(() -> Refused.of(Refused.Code.NOT_FOUND, "There is no such message."));
    return Reply.ok(new Views.One<>(Views.MessageView.of(entry)));
  }

  /** Half of the page lies before, half from the number on; ascending. */
  private Reply around(Call call) {
    var member = member(call);
    long sequence = Texts.sequence(call.place("sequence"), "sequence");
    int limit = call.number("limit", LIMIT, 2, Messages.PAGE);
    var name = "messages/" + member.chatId().value() + "/" + member.userId().value();
    var before = history.before(member, sequence, limit / 2);
    var after = history.after(member, Math.max(0, sequence - 1), limit - limit / 2);
    var entries = new ArrayList<>(before.entries().reversed());
    entries.addAll(after.entries());
    if (entries.isEmpty()) return Reply.ok(new Views.Many<>(List.of(), Views.Pagination.WHOLE));
    var next = new Start(true, Optional.of(entries.getLast().sequence()));
    var prev = new Start(false, Optional.of(entries.getFirst().sequence()));
    var pagination =
        new Views.Pagination(
            after.more(),
            after.more() ? Optional.of(cursors.write(name, next.text())) : Optional.empty(),
            before.more() ? Optional.of(cursors.write(name, prev.text())) : Optional.empty());
    return Reply.ok(new Views.Many<>(views(entries), pagination));
  }

  private Reply search(Call call) {
    var words = call.query("q").map(String::strip).orElse("");
    if (words.isEmpty() || words.length() > 128) {
      throw ApiError.invalid("q", "1 to 128 characters are expected.");
    }
    var member = member(call);
    var name = "search/" + member.chatId().value() + "/" + member.userId().value() + "/" + words;
    long before =
        call.query("cursor")
            .map(text -> Long.parseLong(cursors.read(name, text)))
            .orElseGet(() -> log.head(member.chatId()).sequence() + 1);
    var found = search.find(member, words, before, call.number("limit", LIMIT, 1, Messages.PAGE));
    var next =
        found.more()
            ? Optional.of(cursors.write(name, Long.toString(found.lookedTo())))
            : Optional.<String>empty();
    return Reply.ok(
        new Searched(views(found.messages()), Views.Pagination.of(next), found.lookedTo()));
  }

  static List<Views.MessageView> views(List<Message> entries) {
    return entries.stream().map(Views.MessageView::of).toList();
  }
}
