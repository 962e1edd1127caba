package dev.trestle.homeops.telegram;

import java.util.Map;
import java.util.Optional;

/** Asks Telegram once which bot this is. */
final class BotAccount {
  /** A bot that is not known yet: nobody can call it by name. */
  private static final Bot UNKNOWN = new Bot("", "", true);

  private final BotClient client;
  private volatile Optional<Bot> known = Optional.empty();

  BotAccount(BotClient client) {
    this.client = client;
  }

  Bot bot() {
    var bot = known;
    if (bot.isEmpty() && client.repeatable("getMe", Map.of()) instanceof BotReply.Done(var user)) {
      bot = Optional.of(Bot.of(user));
      known = bot;
    }
    return bot.orElse(UNKNOWN);
  }
}
