package dev.trestle.homeops.telegram;

import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.chat.DirectMessages;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.HouseholdDirectory.Membership;
import dev.trestle.homeops.model.Person;
import dev.trestle.homeops.reply.PrivateText;
import dev.trestle.homeops.telegram.TelegramUpdate.PrivateMessage;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a member can ask the bot alone: {@code /start} and {@code /stop} for the weekly summaries,
 * {@code /balance} for the load. People who are in no household get a reply to {@code /start} only.
 */
final class PrivateChat {
  private final TelegramAdapter adapter;
  private final HouseholdDirectory directory;
  private final DirectMessages messages;
  private final Balances balances;
  private final InstantSource clock;

  PrivateChat(
      TelegramAdapter adapter,
      HouseholdDirectory directory,
      DirectMessages messages,
      Balances balances,
      InstantSource clock) {
    this.adapter = adapter;
    this.directory = directory;
    this.messages = messages;
    this.balances = balances;
    this.clock = clock;
  }

  void answer(PrivateMessage message) {
    var memberships = directory.of(new Person(TelegramAdapter.SOURCE, message.sender().id()));
    var command = message.text().split("[\\s@]", 2)[0];
    if (memberships.isEmpty()) {
      if (command.equals("/start")) {
        say(message, new PrivateText(message.sender().language()).notAMember());
      }
      return;
    }
    var texts = new PrivateText(memberships.getFirst().home().record().language());
    switch (command) {
      case "/start" -> {
        memberships.forEach(each -> messages.open(each.member(), message.address()));
        say(message, texts.opened());
      }
      case "/stop" -> {
        memberships.forEach(each -> messages.close(each.member()));
        say(message, texts.closed());
      }
      case "/balance" -> say(message, balance(memberships));
      default -> say(message, texts.help());
    }
  }

  private String balance(List<Membership> memberships) {
    return memberships.stream()
        .map(each -> {
          var own = balances.own(each.home(), each.member(), clock.instant());
          var text =
              new PrivateText(each.home().record().language()).balance(own.current(), own.share());
          return memberships.size() == 1 ? text : each.home().record().name() + ": " + text;
        })
        .collect(Collectors.joining("\n"));
  }

  private void say(PrivateMessage message, String text) {
    adapter.sendPrivately(message.address(), text);
  }
}
