package dev.trestle.homeops.web;

import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.understanding.Understanding;
import dev.trestle.homeops.understanding.Utterance;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.InstantSource;
import java.util.List;

/** {@code /chats/{chat}/understand}: how a message would be understood. Nothing is stored. */
public final class UnderstandApi {
  record TextBody(String text) {}

  record UnderstoodView(List<ActView> acts, String gate) {}

  private final Understanding understanding;
  private final Aliases aliases;
  private final InstantSource clock;

  public UnderstandApi(Understanding understanding, Aliases aliases, InstantSource clock) {
    this.understanding = understanding;
    this.aliases = aliases;
    this.clock = clock;
  }

  public void addTo(Router router, Guards guards) {
    router.post("/chats/{chat}/understand", guards.reads(call -> understand(call, guards)));
  }

  private Reply understand(Call call, Guards guards) {
    var membership = guards.inChat(call);
    var text = call.json(TextBody.class).text();
    if (text.length() > ReceivedMessage.TEXT_LENGTH_MAX) {
      throw ApiError.invalid("text", "A message has at most 2000 characters.");
    }
    var home = membership.home();
    var understood =
        understanding.understand(
            new Utterance(
                text,
                membership.member(),
                home.members(),
                aliases.reliable(Guards.chat(call)),
                home.zone(),
                clock.instant()));
    return Reply.ok(
        new UnderstoodView(
            understood.acts().stream().map(ActView::of).toList(), understood.gate().code()));
  }
}
