package dev.trestle.homeops.web;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.chat.PageAdapter;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.HouseholdDirectory.Membership;
import dev.trestle.homeops.message.ChatInbox;
import dev.trestle.homeops.model.Messages.Message;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** {@code /chats/{chat}/messages}. */
public final class ChatMessagesApi {
  private static final int PAGE = 50;
  private static final int PAGE_MAX = 100;

  record NewMessageBody(String text, String clientId, Optional<Long> replyTo) {}

  record EditBody(String text) {}

  record MessageView(
      long messageId,
      String memberId,
      String memberName,
      String text,
      Instant at,
      Optional<Long> replyTo,
      Optional<Instant> editedAt) {}

  private final ChatInbox inbox;
  private final HouseholdDirectory directory;

  public ChatMessagesApi(ChatInbox inbox, HouseholdDirectory directory) {
    this.inbox = inbox;
    this.directory = directory;
  }

  public void addTo(Router router, Guards guards) {
    router
        .post("/chats/{chat}/messages", guards.writes(call -> post(call, guards)))
        .get("/chats/{chat}/messages", guards.reads(call -> list(call, guards)))
        .patch("/chats/{chat}/messages/{message}", guards.writes(call -> edit(call, guards)));
  }

  private Reply post(Call call, Guards guards) {
    var from = writer(call, guards);
    var body = call.json(NewMessageBody.class);
    var draft =
        new ChatInbox.Draft(Guards.caller(call), body.text(), body.clientId(), body.replyTo());
    long number = inbox.post(from, call.pathParameter("chat"), draft);
    return Reply.json(202, Map.of("message_id", number));
  }

  /** The caller, who writes where the chat is. */
  private Membership writer(Call call, Guards guards) {
    var from = guards.inChat(call);
    var link = directory.link(call.pathParameter("chat"));
    if (link.filter(found -> found.source().equals(PageAdapter.SOURCE)).isEmpty()) {
      throw new Refusal.Elsewhere().exception();
    }
    return from;
  }

  private Reply edit(Call call, Guards guards) {
    var from = writer(call, guards);
    var body = call.json(EditBody.class);
    inbox.edit(from, call.pathParameter("chat"), number(call), Guards.caller(call), body.text());
    return Reply.json(202, Map.of("message_id", number(call)));
  }

  private static long number(Call call) {
    var text = call.pathParameter("message");
    if (!text.matches("[0-9]{1,15}")) {
      throw new Refusal.NotFound("message").exception();
    }
    return Long.parseLong(text);
  }

  private Reply list(Call call, Guards guards) {
    guards.inChat(call);
    var before = call.query("before").filter(text -> text.matches("[0-9]{1,15}"));
    var messages =
        inbox.before(
            call.pathParameter("chat"),
            before.map(Long::parseLong),
            call.number("limit", PAGE, 1, PAGE_MAX));
    return Reply.ok(Map.of("messages", messages.stream().map(ChatMessagesApi::view).toList()));
  }

  private static MessageView view(Message message) {
    return new MessageView(
        message.messageId(),
        String.valueOf(message.userId()),
        message.userName(),
        message.text(),
        message.timestamp(),
        message.replyTo(),
        message.editedAt());
  }
}
