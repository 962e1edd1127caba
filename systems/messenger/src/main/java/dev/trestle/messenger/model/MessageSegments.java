package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.itemExists;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.model.Regions;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Segments: consecutive old entries of a chat, as one blob in cold storage. An entry is either in
 * {@link Messages} or in a segment, and segments are the older part of the log.
 */
public final class MessageSegments {
  /** The entries of one segment: with the segment's item, as many as a transaction takes. */
  public static final int ENTRIES = 99;

  /** How many days backups of the tables are kept; a segment that they name must outlive them. */
  public static final int BACKUP_DAYS = 90;

  private static final Part<Long> LAST_SEQUENCE =
      Part.number("lastSequence", 0, Messages.SEQUENCE_MAX);

  public static final Table TABLE =
      Table.named("message_segments")
          .partition(string("chat_id"))
          .sort(number("last_sequence"))
          .recoverable()
          .backups(BackupPlan.daily(BACKUP_DAYS))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * A segment.
   *
   * @param blob the name of the blob that has its entries; a changed segment gets another one
   * @param sha256 of the blob, in hex digits
   */
  public record Segment(
      ChatId chatId,
      long lastSequence,
      long firstSequence,
      String blob,
      String sha256,
      Instant movedAt) {}

  public static final Entity<Segment> SEGMENT =
      TABLE
          .entity(Segment.class, lookup())
          .partition(CHAT_ID)
          .sort(LAST_SEQUENCE)
          .snakeCase()
          .population(Population.of(100_000, 5000).growing(50))
          .example(
              new Segment(
                  Examples.CHAT,
                  990,
                  892,
                  "seg_01JCQZ8M5R3V7W9X1Y2Z3A4B5H",
                  Examples.HASH,
                  Examples.NOW));

  public record From(ChatId chatId, long lastSequence) {}

  public static final Query<From, Segment> FROM =
      SEGMENT
          .query("F1.find", "the segment of an entry", From.class)
          .from(From::lastSequence)
          .consistent()
          .first()
          .load(perSecond(0.5))
          .build();

  /** An entry as it was read. */
  public record MovedEntry(ChatId chatId, long sequence, long changedBy) {
    public static MovedEntry of(Message entry) {
      return new MovedEntry(entry.chatId(), entry.sequence(), entry.changedBy().orElse(0L));
    }
  }

  /** Refused if the entry was edited, deleted or reacted to since it was read. */
  private static final Delete<MovedEntry, Message> REMOVE =
      Messages.MESSAGE
          .delete("F1.entry", "remove a moved entry", MovedEntry.class)
          .when(
              itemExists()
                  .and(
                      absent(Message::changedBy)
                          .or(optional(Message::changedBy).atMost(param(MovedEntry::changedBy)))))
          .build();

  public record Moving(Segment segment, List<MovedEntry> entries) {}

  /** Readers find each entry in the table or in the segment, never in both or neither. */
  public static final Transaction<Moving> MOVE =
      Transaction.of("F1", "move old entries to cold storage", Moving.class, lookup())
          .step(
              SEGMENT.put("F1.segment", "the segment that has them").ifAbsent().build(),
              Moving::segment)
          .each(REMOVE, Moving::entries, ENTRIES, ENTRIES)
          .load(perSecond(0.12))
          .build();

  public record Replacing(
      ChatId chatId, long lastSequence, String seen, String blob, String sha256) {}

  private static final Update<Replacing, Segment> REPLACE =
      SEGMENT
          .update("F1.change.segment", "name the segment's new blob", Replacing.class)
          .set(Segment::blob)
          .to(param(Replacing::blob))
          .set(Segment::sha256)
          .to(param(Replacing::sha256))
          .when(field(Segment::blob).is(param(Replacing::seen)))
          .build();

  /** An entry about one in cold storage, the segment with its change, and the file with it. */
  public record Amendment(
      Message entry,
      IdempotencyKeys.FirstUse key,
      Replacing segment,
      Optional<MessageFiles.ById> file) {}

  public static final Transaction<Amendment> AMEND =
      Transaction.of(
              "F1.change", "edit, delete or react to an old message", Amendment.class, lookup())
          .step(Messages.APPEND, Amendment::entry)
          .step(IdempotencyKeys.CLAIM, Amendment::key)
          .step(REPLACE, Amendment::segment)
          .maybe(MessageFiles.REMOVE, Amendment::file)
          .load(perSecond(0.001))
          .build();

  private MessageSegments() {}
}
