package dev.trestle.messenger.trial;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.history.SeenEntry;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Reads the log of a chat from the table. */
final class StoredLog {
  private static final int LOG_MAX = 1_000_000;

  private StoredLog() {}

  static List<SeenEntry> read(DynamoDbClient client, String chat) {
    var store = Store.of(MessengerModel.MODEL, client, StoreOptions.standard());
    return store.stream(Messages.AFTER, new Messages.At(new ChatId(chat), 0), LOG_MAX)
        .map(StoredLog::entry)
        .toList();
  }

  private static SeenEntry entry(Message message) {
    return new SeenEntry(
        message.sequence(),
        message.messageId().value(),
        message.senderId().value(),
        message.clientMessageId(),
        message.kind().name(),
        message.memberId().map(UserId::value),
        message.targetSequence(),
        message.content());
  }
}
