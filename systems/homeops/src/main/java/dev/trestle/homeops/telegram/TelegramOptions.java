package dev.trestle.homeops.telegram;

import java.net.URI;

/**
 * The assistant's bot.
 *
 * @param api the address of the Bot API
 * @param token the bot's token from BotFather
 */
public record TelegramOptions(URI api, String token) {
  /** Telegram's own servers. */
  public static final URI PUBLIC_API = URI.create("https://api.telegram.org");

  /** Never the token: records end up in logs. */
  @Override
  public String toString() {
    return "TelegramOptions[" + api + "]";
  }
}
