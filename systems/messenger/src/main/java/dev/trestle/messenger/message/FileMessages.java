package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.FileId;
import dev.trestle.messenger.model.IdempotencyKeys;
import dev.trestle.messenger.model.MessageFiles;
import dev.trestle.messenger.model.MessageFiles.MessageFile;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Messages with a file: an entry of the log, in one transaction with the file it shows. */
final class FileMessages {
  private final Store store;
  private final ChatAccess access;
  private final Ids ids;
  private final InstantSource clock;

  FileMessages(Store store, ChatAccess access, Ids ids, InstantSource clock) {
    this.store = store;
    this.access = access;
    this.ids = ids;
    this.clock = clock;
  }

  Append<Sent> append(ChatId chat, UserId sender, Draft draft) {
    var hash = draft.bodyHash();
    return head -> {
      var member = access.writer(chat, sender);
      if (SendBatch.repliesToNothing(draft, head, member)) throw SendBatch.noSuchReply();
      return write(head, chat, sender, draft, hash);
    };
  }

  private AppendOutcome<Sent> write(
      LogHead head, ChatId chat, UserId sender, Draft draft, String hash) {
    var file = find(chat, sender, draft.fileId().orElseThrow());
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    long sequence = head.sequence() + 1;
    var message =
        draft
            .entry(chat, sequence, head.ordinal() + 1, MessageId.next(ids), sender, now)
            .with(file.attachment());
    var sending =
        new MessageFiles.SendingFile(
            message,
            IdempotencyKeys.FirstUse.of(message, hash, now),
            new MessageFiles.Attaching(file.fileId(), chat, sender, sequence));
    return switch (store.run(MessageFiles.SEND, sending)) {
      case TransactionOutcome.Done _ ->
          new AppendOutcome.Appended<>(List.of(message), Sent.of(message));
      case TransactionOutcome.Refused refused -> refused(refused, sender, hash);
    };
  }

  /** A file that was sent is found, too: this may be a retry. */
  private MessageFile find(ChatId chat, UserId sender, FileId id) {
    return store
        .run(MessageFiles.FIND, new MessageFiles.ById(id))
        .filter(file -> file.chatId().equals(chat) && file.ownerId().equals(sender))
        .orElseThrow(FileMessages::noFile);
  }

  private static Refusal noFile() {
    return new Refusal.InvalidField("file_id", "There is no such file. Upload it again.");
  }

  private static AppendOutcome<Sent> refused(
      TransactionOutcome.Refused refused, UserId sender, String hash) {
    var first =
        refused
            .one(MessageFiles.SendingFile::key)
            .flatMap(reason -> reason.current(IdempotencyKeys.KEY));
    if (first.isPresent()) {
      return new AppendOutcome.Unneeded<>(Sent.replay(first.get(), sender, hash));
    }
    boolean overtaken =
        !refused.isConditionFailed() || refused.one(MessageFiles.SendingFile::message).isPresent();
    if (overtaken) return new AppendOutcome.Overtaken<>();
    throw noFile();
  }
}
