package dev.trestle.homeops.telegram;

import dev.trestle.homeops.chat.OutgoingMessage;
import dev.trestle.homeops.household.ChatMigration;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.NewHousehold;
import dev.trestle.homeops.message.MessagePipeline;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Person;
import dev.trestle.homeops.reply.PrivateText;
import dev.trestle.homeops.telegram.TelegramUpdate.Added;
import dev.trestle.homeops.telegram.TelegramUpdate.GroupMessage;
import dev.trestle.homeops.telegram.TelegramUpdate.Sender;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.util.Optional;

/** Handles the queued updates. */
final class TelegramUpdates {
  static final String QUEUE = "homeops-telegram";

  private final BotAccount account;
  private final TelegramAdapter adapter;
  private final MessagePipeline pipeline;
  private final HouseholdDirectory directory;
  private final ChatMigration migration;
  private final PrivateChat privateChat;

  TelegramUpdates(
      BotAccount account,
      TelegramAdapter adapter,
      MessagePipeline pipeline,
      HouseholdDirectory directory,
      ChatMigration migration,
      PrivateChat privateChat) {
    this.account = account;
    this.adapter = adapter;
    this.pipeline = pipeline;
    this.directory = directory;
    this.migration = migration;
    this.privateChat = privateChat;
  }

  JobOutcome handle(Claim claim) {
    try {
      handle(TelegramUpdate.of(Json.tree().readTree(claim.payload()), account.bot()));
      return JobOutcome.done();
    } catch (IOException e) {
      return JobOutcome.failed("the update is not JSON");
    }
  }

  private void handle(TelegramUpdate update) {
    switch (update) {
      case GroupMessage message -> read(message);
      case TelegramUpdate.PrivateMessage message -> privateChat.answer(message);
      case TelegramUpdate.Migration(var from, var to) -> migration.run(from, to);
      case TelegramUpdate.Reaction(var chat, var message, var at) ->
          pipeline.reacted(chat, message, at);
      case Added added -> welcome(added);
      case TelegramUpdate.Other _ -> {}
    }
  }

  /** A group whose household the bot did not see begin, as when it was added to it before. */
  private void read(GroupMessage update) {
    var message = update.message();
    found(message.chatId(), update.title(), update.sender());
    pipeline.handle(message);
  }

  private void found(ChatId chatId, String title, Sender by) {
    if (directory.link(chatId).isEmpty()) {
      var wanted =
          new NewHousehold(
              NewHousehold.nameOf(title),
              HouseholdDirectory.DEFAULT_ZONE,
              by.language(),
              TelegramAdapter.SOURCE,
              Optional.of(chatId));
      directory.create(wanted, new Person(TelegramAdapter.SOURCE, by.id()), by.name());
    }
  }

  /** Makes a household of the group, and says so if the bot cannot read what is written there. */
  private void welcome(Added added) {
    found(added.chatId(), added.title(), added.by());
    if (!added.administrator() && !account.bot().readsGroups()) {
      var text = new PrivateText(added.by().language()).cannotRead();
      adapter.send(new OutgoingMessage(added.chatId(), text, Optional.empty(), true));
    }
  }
}
