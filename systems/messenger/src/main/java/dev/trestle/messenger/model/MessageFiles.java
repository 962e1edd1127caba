package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.MessengerKeys.FILE_ID;
import static dev.trestle.messenger.model.MessengerKeys.OWNER_ID;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Regions;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.time.Instant;
import java.util.Optional;

/**
 * Photos and other files of chats. Their bytes are stored as blobs and deleted after the item, by
 * whoever follows the table.
 */
public final class MessageFiles {
  public static final Table TABLE =
      Table.named("message_files")
          .partition(string("file_id"))
          .global(index("owner_files-index", string("owner_id")).sort(string("file_id")).keysOnly())
          .timeToLive("expires_at")
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * What a message says about its file.
   *
   * @param isPhoto whether it has been rendered; then there is a preview, and the size in pixels
   */
  public record Attachment(
      FileId fileId,
      String name,
      boolean isPhoto,
      long bytes,
      Optional<Integer> width,
      Optional<Integer> height) {}

  /**
   * A file.
   *
   * @param sequence the message that shows it; absent until it is sent
   * @param expiresAt present until it is sent
   */
  public record MessageFile(
      FileId fileId,
      ChatId chatId,
      UserId ownerId,
      Attachment attachment,
      Instant createdAt,
      Optional<Long> sequence,
      Optional<Instant> expiresAt) {}

  public static final Entity<MessageFile> FILE =
      TABLE
          .entity(MessageFile.class, lookup())
          .partition(FILE_ID)
          .in("owner_files-index", OWNER_ID, FILE_ID)
          .snakeCase()
          .mayExpire(MessageFile::expiresAt)
          .maxBytes(1024)
          .population(Population.of(500_000, 1).growing(500))
          .example(
              new MessageFile(
                  Examples.FILE,
                  Examples.CHAT,
                  Examples.ANN,
                  Examples.ATTACHMENT,
                  Examples.NOW,
                  Optional.of(1024L),
                  Optional.empty()));

  public record ById(FileId fileId) {}

  public record OfOwner(UserId ownerId) {}

  public record OwnFile(UserId ownerId, FileId fileId) {}

  public static final Put<MessageFile, MessageFile> ADD =
      FILE.put("file.add", "a file was uploaded").load(perSecond(0.5)).build();

  public static final Get<ById, MessageFile> FIND =
      FILE.get("file.find", "a file of a chat", ById.class).consistent().load(perSecond(5)).build();

  public static final Query<OfOwner, OwnFile> OF_OWNER =
      FILE.index("owner_files-index")
          .query("file.owned", "files that a user has sent", OfOwner.class)
          .as(OwnFile.class)
          .withExpired()
          .page(100)
          .typically(20)
          .load(perSecond(0.001))
          .build();

  public record Attaching(FileId fileId, ChatId chatId, UserId ownerId, long sequence) {}

  /** A file is sent once, in the chat that it was uploaded to, by whoever uploaded it. */
  static final Update<Attaching, MessageFile> ATTACH =
      FILE.update("file.send.attach", "a message shows the file", Attaching.class)
          .set(optional(MessageFile::sequence))
          .to(param(Attaching::sequence))
          .remove(MessageFile::expiresAt)
          .when(
              field(MessageFile::ownerId)
                  .is(param(Attaching::ownerId))
                  .and(field(MessageFile::chatId).is(param(Attaching::chatId)))
                  .and(absent(MessageFile::sequence)))
          .build();

  /** A message with a file. */
  public record SendingFile(
      Messages.Message message, IdempotencyKeys.FirstUse key, Attaching attaching) {}

  public static final Transaction<SendingFile> SEND =
      Transaction.of("file.send", "send a message with a file", SendingFile.class, lookup())
          .step(Messages.APPEND, SendingFile::message)
          .step(IdempotencyKeys.CLAIM, SendingFile::key)
          .step(ATTACH, SendingFile::attaching)
          .load(perSecond(0.1))
          .build();

  /** With the message that showed it. */
  static final Delete<ById, MessageFile> REMOVE =
      FILE.delete("message.change.file", "remove the target's file", ById.class).build();

  public static final BatchWrite<ById, MessageFile> ERASE =
      FILE.batchWrite("file.erase", "remove the files of a closed account", ById.class)
          .typically(20)
          .load(perSecond(0.001))
          .build();

  private MessageFiles() {}
}
