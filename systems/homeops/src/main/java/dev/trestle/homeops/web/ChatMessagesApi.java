package dev.trestle.homeops.web;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.chat.PageAdapter;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.HouseholdDirectory.Membership;
import dev.trestle.homeops.message.ChatInbox;
import dev.trestle.homeops.model.MessageNumber;
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
        new ChatInbox.Draft(
            Guards.caller(call),
            body.text(),
            body.clientId(),
            body.replyTo().map(ChatMessagesApi::replied));
    var number = inbox.post(from, Guards.chat(call), draft);
    return Reply.json(202, Map.of("message_id", number.value()));
  }

  private static MessageNumber replied(long number) {
    return MessageNumber.parse(Long.toString(number))
        .orElseThrow(() -> new Refusal.Invalid("reply_to", "The id of a message is expected."));
  }

  /** The caller, who writes where the chat is. */
  private Membership writer(Call call, Guards guards) {
    var from = guards.inChat(call).membership();
    var link = directory.link(Guards.chat(call));
    if (link.filter(found -> found.source().equals(PageAdapter.SOURCE)).isEmpty()) {
      throw new Refusal.Elsewhere();
    }
    return from;
  }

  private Reply edit(Call call, Guards guards) {
    var from = writer(call, guards);
    var body = call.json(EditBody.class);
    inbox.edit(from, Guards.chat(call), number(call), Guards.caller(call), body.text());
    return Reply.json(202, Map.of("message_id", number(call).value()));
  }

  private static MessageNumber number(Call call) {
    return MessageNumber.parse(call.pathParameter("message"))
        .orElseThrow(() -> new Refusal.NotFound("message"));
  }

  private Reply list(Call call, Guards guards) {
    var reader = guards.inChat(call);
    var messages =
        inbox.before(
            Guards.chat(call),
            call.query("before").flatMap(MessageNumber::parse),
            call.number("limit", PAGE, 1, PAGE_MAX));
    var views =
        messages.stream()
            .filter(message -> reader.maySee(message.messageId()))
            .map(ChatMessagesApi::view)
            .toList();
    return Reply.ok(Map.of("messages", views));
  }

  private static MessageView view(Message message) {
    return new MessageView(
        message.messageId().value(),
        message.userId().toString(),
        message.userName(),
        message.text(),
        message.timestamp(),
        message.replyTo().map(MessageNumber::value),
        message.editedAt());
  }
}
