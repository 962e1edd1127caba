package dev.trestle.homeops.web;

import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;

/** {@code /chats/{chat}/events}: that something has changed, as it happens. */
public final class ChatEventsApi {
  private static final int QUEUED_MAX = 256;

  private final ChatEvents events;

  public ChatEventsApi(ChatEvents events) {
    this.events = events;
  }

  public void addTo(Router router, Guards guards) {
    router.get("/chats/{chat}/events", guards.reads(call -> follow(call, guards)));
  }

  private Reply follow(Call call, Guards guards) {
    guards.inChat(call);
    var chat = Guards.chat(call);
    var account = Guards.caller(call);
    events.checkRoom(account);
    return Reply.ongoing(
        EventStream.of(QUEUED_MAX, stream -> events.follow(chat, account, stream)));
  }
}
