package dev.trestle.stak.model;

import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Projection;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** Stak's table and the parts of its keys. */
final class StakTable {
  /** The same characters as {@link IdText}: never {@code #}, so that no two keys are the same. */
  private static final Alphabet ID_CHARACTERS = Alphabet.of("0-9A-Za-z._@:+-");

  static final Part<TenantId> TENANT =
      Part.text("tenant", ID_CHARACTERS, TenantId.LENGTH_MAX)
          .as(TenantId.class, TenantId::new, TenantId::value);
  static final Part<InboxId> INBOX =
      Part.text("inbox", ID_CHARACTERS, InboxId.LENGTH_MAX)
          .as(InboxId.class, InboxId::new, InboxId::value);
  static final Part<UserId> USER =
      Part.text("user", ID_CHARACTERS, UserId.LENGTH_MAX)
          .asOrdered(UserId.class, UserId::new, UserId::value);
  static final Part<MessageId> ID =
      Part.ulid("id", "").asOrdered(MessageId.class, MessageId::new, MessageId::value);

  static final Part<Long> CHUNK = Part.number("chunk", 0, 9_999);

  /** The number of partitions that the known users of an inbox are spread over. */
  static final int SHARDS = 16;

  static final Part<Long> SHARD = Part.shardOf("shard", USER, SHARDS);

  /** When a message expires: seconds, in an attribute of type N. */
  static final Part<Instant> EXPIRY = Part.seconds("expiresAt");

  /** When the digest of a message is due. */
  static final Part<Instant> DUE = Part.seconds("due");

  /** A webhook event: a message's id and what happened to it. */
  static final Part<String> EVENT = Part.text("event", ID_CHARACTERS, 128);

  static final Part<LocalDate> DAY = Part.date("day");
  static final Part<String> CATEGORY =
      Part.text("category", ID_CHARACTERS, IdText.CATEGORY_LENGTH_MAX);

  /** Of a count that several add to at once. */
  static final Part<Long> PART = Part.number("part", 0, 9);

  static final Part<String> TEMPLATE_NAME = Part.text("name", ID_CHARACTERS, 64);

  static final Part<TopicId> TOPIC_ID =
      Part.text("topic", ID_CHARACTERS, TopicId.LENGTH_MAX)
          .asOrdered(TopicId.class, TopicId::new, TopicId::value);

  static final Part<String> KEY_HASH = Part.text("keyHash", Alphabet.of("0-9a-f"), 64);

  /** Finds, consistently, what has expired since the counts were last settled. */
  static final String BY_EXPIRY = "by_expiry";

  static final Table TABLE =
      Table.named("stak")
          .partition(string("PK"))
          .sort(string("SK"))
          .local(
              BY_EXPIRY,
              number("expiredat"),
              new Projection.Include(List.of("category", "g", "readat", "redacted", "sg")))
          .timeToLive("ttl")
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .alarms(Alarms.STANDARD)
          .build();

  private StakTable() {}
}
