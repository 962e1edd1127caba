package dev.trestle.messenger.web;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatHistory;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.message.MessageSearch;
import dev.trestle.messenger.message.Sent;
import dev.trestle.messenger.model.FileId;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.web.FilesApi.FileView;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.ListBody.Pagination;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code /chats/{chat}/messages}: the log of a chat. */
public final class MessagesApi {
  /** A message as a client sends it, over HTTP or a socket. */
  record SendRequest(
      String clientMessageId,
      Optional<String> content,
      Optional<String> contentType,
      Optional<Long> replyTo,
      Optional<String> kind,
      Optional<Long> targetSequence,
      Optional<String> fileId,
      Optional<List<String>> mentions) {
    Draft draft() {
      return new Draft(
          clientMessageId,
          kind.map(SendRequest::kind).orElse(Kind.text),
          content.orElse(""),
          contentType.orElse("text/plain"),
          targetSequence,
          replyTo,
          fileId.map(SendRequest::file),
          mentions.orElse(List.of()).stream()
              .map(id -> Guards.user(id, "mentions"))
              .distinct()
              .toList());
    }

    private static FileId file(String id) {
      return FileId.parse(id)
          .orElseThrow(() -> new Refusal.InvalidField("file_id", "There is no such file."));
    }

    private static Kind kind(String name) {
      return switch (name) {
        case "text" -> Kind.text;
        case "edit" -> Kind.edit;
        case "delete" -> Kind.delete;
        case "reaction" -> Kind.reaction;
        default -> throw new Refusal.InvalidField("kind", "Use text, edit, delete or reaction.");
      };
    }
  }

  record SentView(
      String messageId, String chatId, long sequence, String clientMessageId, Instant createdAt) {
    static SentView of(Sent sent) {
      return new SentView(
          sent.messageId().value(),
          sent.chatId().value(),
          sent.sequence(),
          sent.clientMessageId(),
          sent.createdAt());
    }
  }

  record MessageView(
      String chatId,
      long sequence,
      String messageId,
      String senderId,
      String clientMessageId,
      String kind,
      String content,
      String contentType,
      Instant createdAt,
      Optional<Long> targetSequence,
      Optional<Long> replyTo,
      Optional<String> memberId,
      Optional<Instant> editedAt,
      Optional<Instant> deletedAt,
      Optional<Map<String, String>> reactions,
      Optional<FileView> file,
      Optional<List<String>> mentions) {
    static MessageView of(Message entry) {
      return new MessageView(
          entry.chatId().value(),
          entry.sequence(),
          entry.messageId().value(),
          entry.senderId().value(),
          entry.clientMessageId(),
          entry.kind().name(),
          entry.content(),
          entry.contentType(),
          entry.createdAt(),
          entry.targetSequence(),
          entry.replyTo(),
          entry.memberId().map(UserId::value),
          entry.editedAt(),
          entry.deletedAt(),
          reactions(entry),
          entry.file().map(FileView::of),
          entry.mentions().map(all -> all.stream().map(UserId::value).toList()));
    }

    /** Without those that were removed, which are stored as empty texts. */
    private static Optional<Map<String, String>> reactions(Message entry) {
      if (entry.reactions().isEmpty()) return Optional.empty();
      var live =
          entry.reactions().entrySet().stream()
              .filter(reaction -> !reaction.getValue().isEmpty())
              .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
      return live.isEmpty() ? Optional.empty() : Optional.of(live);
    }
  }

  /** The matches of a search, and how far back it went. */
  record SearchView(List<MessageView> data, Pagination pagination, long lookedToSequence) {}

  private static final int PAGE = 50;

  private final ChatLogs logs;
  private final ChatAccess access;
  private final ChatHistory history;
  private final MessageSearch search;
  private final MessengerLimits limits;
  private final SignedCursor cursors;

  public MessagesApi(
      ChatLogs logs,
      ChatAccess access,
      ChatHistory history,
      MessageSearch search,
      MessengerLimits limits,
      SignedCursor cursors) {
    this.logs = logs;
    this.access = access;
    this.history = history;
    this.search = search;
    this.limits = limits;
    this.cursors = cursors;
  }

  public void addTo(Router router, Guards guards) {
    router
        .post("/chats/{chat}/messages", guards.signedIn(limits.messages(this::send)))
        .get("/chats/{chat}/messages", guards.signedIn(limits.requests(this::list)))
        .get("/chats/{chat}/messages/{sequence}", guards.signedIn(limits.requests(this::one)))
        .get(
            "/chats/{chat}/messages/around/{sequence}",
            guards.signedIn(limits.requests(this::around)))
        .get("/chats/{chat}/search", guards.signedIn(limits.searches(this::search)));
  }

  private Membership member(Call call) {
    return access.member(Guards.chat(call), Guards.user(call));
  }

  private Reply send(Call call) {
    var draft = call.json(SendRequest.class).draft();
    var sent = logs.send(Guards.chat(call), Guards.user(call), draft);
    var view = new DataBody<>(SentView.of(sent));
    return sent.replayed()
        ? Reply.ok(view).with("X-Idempotent-Replay", "true")
        : Reply.created(view);
  }

  /** Where a page starts: the direction, and the sequence next to it. */
  private record Start(boolean isForward, Optional<Long> beside) {
    String text() {
      return (isForward ? "f" : "b") + beside.orElseThrow();
    }
  }

  private Reply list(Call call) {
    var member = member(call);
    var name = "messages/" + member.chatId().value() + "/" + member.userId().value();
    var start = call.query("cursor").map(cursor -> resumed(call, name, cursor));
    var from = start.isPresent() ? start.get() : begun(call);
    int limit = call.number("limit", PAGE, 1, Messages.PAGE);
    var page = read(member, from, limit);
    var entries = page.entries();
    if (entries.isEmpty()) return Reply.ok(ListBody.whole(List.of()));
    var onward = new Start(from.isForward, Optional.of(entries.getLast().sequence()));
    var backward = new Start(!from.isForward, Optional.of(entries.getFirst().sequence()));
    var pagination =
        new Pagination(
            page.more(),
            page.more() ? Optional.of(cursors.write(name, onward.text())) : Optional.empty(),
            Optional.of(cursors.write(name, backward.text())));
    return Reply.ok(new ListBody<>(views(entries), pagination));
  }

  private ChatHistory.HistoryPage read(Membership member, Start start, int limit) {
    if (start.isForward) return history.after(member, start.beside.orElse(0L), limit);
    return start.beside.isPresent()
        ? history.before(member, start.beside.get(), limit)
        : history.recent(member, limit);
  }

  private Start resumed(Call call, String name, String cursor) {
    var position = cursors.read(name, "cursor", cursor);
    var start =
        new Start(position.startsWith("f"), Optional.of(Long.parseLong(position.substring(1))));
    if (call.query("before_sequence").isPresent() || call.query("after_sequence").isPresent()) {
      throw ApiError.invalid("cursor", "Send a cursor without before_sequence and after_sequence.");
    }
    call.query("direction")
        .filter(direction -> isForward(direction) != start.isForward)
        .ifPresent(_ -> {
          throw ApiError.invalid("cursor", "This cursor is for the other direction.");
        });
    return start;
  }

  private static Start begun(Call call) {
    var before = call.query("before_sequence").map(it -> sequence(it, "before_sequence"));
    var after = call.query("after_sequence").map(it -> sequence(it, "after_sequence"));
    if (before.isPresent() && after.isPresent()) {
      throw ApiError.invalid(
          "before_sequence", "Send before_sequence or after_sequence, not both.");
    }
    boolean isForward =
        call.query("direction").map(MessagesApi::isForward).orElse(after.isPresent());
    if (isForward ? before.isPresent() : after.isPresent()) {
      throw ApiError.invalid(
          "direction", "Use forward with after_sequence and backward with before_sequence.");
    }
    return new Start(isForward, isForward ? after : before);
  }

  private static boolean isForward(String direction) {
    return switch (direction) {
      case "forward" -> true;
      case "backward" -> false;
      default -> throw ApiError.invalid("direction", "Use forward or backward.");
    };
  }

  private Reply one(Call call) {
    long sequence = sequence(call.pathParameter("sequence"), "sequence");
    var entry =
        history
            .one(member(call), sequence)
            .orElseThrow(() -> new Refusal.NotFound("There is no such message."));
    return Reply.ok(new DataBody<>(MessageView.of(entry)));
  }

  /** Half of the page before the given entry, half from it on; ascending. */
  private Reply around(Call call) {
    var member = member(call);
    long sequence = sequence(call.pathParameter("sequence"), "sequence");
    int limit = call.number("limit", PAGE, 2, Messages.PAGE);
    var name = "messages/" + member.chatId().value() + "/" + member.userId().value();
    var before = history.before(member, sequence, limit / 2);
    var after = history.after(member, Math.max(0, sequence - 1), limit - limit / 2);
    var entries = new ArrayList<>(before.entries().reversed());
    entries.addAll(after.entries());
    if (entries.isEmpty()) return Reply.ok(ListBody.whole(List.of()));
    var next = new Start(true, Optional.of(entries.getLast().sequence()));
    var prev = new Start(false, Optional.of(entries.getFirst().sequence()));
    var pagination =
        new Pagination(
            after.more(),
            after.more() ? Optional.of(cursors.write(name, next.text())) : Optional.empty(),
            before.more() ? Optional.of(cursors.write(name, prev.text())) : Optional.empty());
    return Reply.ok(new ListBody<>(views(entries), pagination));
  }

  private Reply search(Call call) {
    var words = MessageSearchApi.words(call);
    var member = member(call);
    var name = "search/" + member.chatId().value() + "/" + member.userId().value() + "/" + words;
    long before =
        call.query("cursor")
            .map(cursor -> Long.parseLong(cursors.read(name, "cursor", cursor)))
            .orElseGet(() -> logs.head(member.chatId()).sequence() + 1);
    var found = search.find(member, words, before, call.number("limit", PAGE, 1, Messages.PAGE));
    var next =
        found.more()
            ? Optional.of(cursors.write(name, Long.toString(found.searchedTo())))
            : Optional.<String>empty();
    return Reply.ok(
        new SearchView(views(found.messages()), Pagination.next(next), found.searchedTo()));
  }

  private static long sequence(String text, String field) {
    try {
      long number = Long.parseLong(text);
      if (number >= 0 && number <= Messages.SEQUENCE_MAX) return number;
    } catch (NumberFormatException e) {
      // Refused below, like a number out of range.
    }
    throw new Refusal.InvalidField(field, "This is not a sequence number.");
  }

  static List<MessageView> views(List<Message> entries) {
    return entries.stream().map(MessageView::of).toList();
  }
}
