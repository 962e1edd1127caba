package dev.trestle.stak.web;

import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.inbox.InboxAction;
import dev.trestle.stak.inbox.MessageFilter;
import dev.trestle.stak.inbox.MessageFilter.Folder;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.message.MessageLifetime;
import dev.trestle.stak.model.InboxWrites;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserInboxKey;
import java.util.List;
import java.util.Optional;

/** {@code /stack/users/v1/{tenant}/{inbox}/messages}: a user's list, counts and actions. */
public final class UserMessagesApi {
  private static final int LIMIT_MAX = 100;

  record ActionRequest(
      Optional<List<String>> messages,
      Optional<Long> after,
      Optional<Long> before,
      Optional<Long> until,
      Optional<String> duration) {}

  record MessagesView(boolean success, PagingView paging, List<MessageView> messages) {}

  private final UserInboxes inboxes;
  private final InboxStreams streams;
  private final Guards guards;
  private final SignedCursor cursors;

  public UserMessagesApi(
      UserInboxes inboxes, InboxStreams streams, Guards guards, SignedCursor cursors) {
    this.inboxes = inboxes;
    this.streams = streams;
    this.guards = guards;
    this.cursors = cursors;
  }

  public void addTo(UserRoutes routes) {
    routes.get("messages/last/{limit}", this::list);
    routes.get("messages/{id}", this::one);
    routes.put("messages/read", this::read);
    routes.put("messages/read/", this::read);
    routes.put("messages/archive", action(new InboxAction.Archive()));
    routes.put("messages/unarchive", action(new InboxAction.Unarchive()));
    routes.put("messages/snooze", this::snooze);
    routes.put("messages/wake", action(new InboxAction.Wake()));
    routes.put("messages/seen", this::seen);
    routes.getAndPut("messages/unread", this::unread, action(new InboxAction.MarkUnread()));
    routes.get("events", this::events);
  }

  private UserInbox inbox(Call call) {
    return inboxes.of(call.noted(UserInboxKey.class));
  }

  private Reply list(Call call) {
    int limit = limit(call.pathParameter("limit"));
    var filter = filter(call);
    var list = listName(call, filter);
    var below =
        call.query("next")
            .map(token -> new MessageId(cursors.read(list, "next", token)))
            .orElse(MessageId.LAST);
    var page = inbox(call).list(filter, below, limit);
    var next = page.next().map(id -> cursors.write(list, id.value()));
    return StakReplies.tagged(
        call,
        new MessagesView(
            true,
            new PagingView(page.messages().size(), next),
            page.messages().stream().map(MessageView::of).toList()));
  }

  private static int limit(String text) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= LIMIT_MAX) return limit;
    } catch (NumberFormatException e) {
      // Refused below, like a number out of range.
    }
    throw new Refusal.Invalid("limit", "Use a number from 1 to " + LIMIT_MAX + ".");
  }

  private static MessageFilter filter(Call call) {
    var folder =
        switch (call.query("folder").orElse("inbox")) {
          case "inbox" -> Folder.INBOX;
          case "archive" -> Folder.ARCHIVE;
          case "snoozed" -> Folder.SNOOZED;
          default -> throw new Refusal.Invalid("folder", "Use inbox, archive or snoozed.");
        };
    var category =
        call.query("category")
            .filter(text -> !text.isEmpty())
            .map(text -> Inputs.category("category", text));
    var unread = call.query("unread").orElse("false");
    return new MessageFilter(folder, category, unread.equals("true") || unread.equals("1"));
  }

  /** A cursor is valid for this user's list with this filter only. */
  private static String listName(Call call, MessageFilter filter) {
    var key = call.noted(UserInboxKey.class);
    return String.join(
        "\n",
        key.tenant().value(),
        key.user().value(),
        key.inbox().value(),
        filter.folder().name(),
        filter.category().orElse(""),
        Boolean.toString(filter.unreadOnly()));
  }

  private Reply one(Call call) {
    var message =
        inbox(call)
            .message(Inputs.pathMessage(call))
            .orElseThrow(() -> new Refusal.NotFound(Refusal.Resource.MESSAGE));
    return StakReplies.tagged(call, new StakReplies.Data(MessageView.of(message)));
  }

  private Reply unread(Call call) {
    return StakReplies.tagged(call, UnreadView.of(inbox(call).unread()));
  }

  /** Reads some messages, or all that were received up to a time. */
  private Reply read(Call call) {
    var request = call.json(ActionRequest.class);
    var upTo = request.after().or(request::before);
    if (upTo.isEmpty()) return apply(call, new InboxAction.Read(), request);
    if (request.messages().isPresent()) {
      throw new Refusal.Invalid("messages", "Give either messages or after.");
    }
    inbox(call).readAll(Inputs.second("after", upTo.get()));
    return Reply.ok(UnreadView.of(inbox(call).unread()));
  }

  private Endpoint action(InboxAction action) {
    return call -> apply(call, action, call.json(ActionRequest.class));
  }

  private Reply apply(Call call, InboxAction action, ActionRequest request) {
    var ids =
        request.messages().orElseThrow(() -> new Refusal.Invalid("messages", Inputs.REQUIRED));
    if (ids.isEmpty() || ids.size() > InboxWrites.MARKED_MAX) {
      throw new Refusal.Invalid("messages", "Give 1 to " + InboxWrites.MARKED_MAX + " ids.");
    }
    var messages = ids.stream().map(id -> Inputs.message("messages", id)).toList();
    var changed = inbox(call).apply(action, messages);
    return Reply.ok(UnreadView.of(inbox(call).unread(), changed));
  }

  private Reply snooze(Call call) {
    var request = call.json(ActionRequest.class);
    var now = inboxes.now();
    var until =
        request
            .until()
            .map(seconds -> Inputs.second("until", seconds))
            .or(() -> request.duration().flatMap(MessageLifetime::parse).map(now::plus))
            .orElseThrow(
                () -> new Refusal.Invalid("until", "Give until, or a duration such as 2h."));
    if (!until.isAfter(now)) throw new Refusal.Invalid("until", "Use a time in the future.");
    return apply(call, new InboxAction.Snooze(until), request);
  }

  private Reply seen(Call call) {
    inbox(call).seen();
    return Reply.ok(UnreadView.of(inbox(call).unread()));
  }

  private Reply events(Call call) {
    return streams.open(call.noted(UserInboxKey.class), guards.stillUser(call));
  }
}
