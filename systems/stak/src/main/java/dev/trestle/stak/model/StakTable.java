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
import java.util.List;

/** The one table, and the pieces its keys are made of. */
final class StakTable {
  /** What callers choose; never {@code #}, so that no tuple can look like another. */
  private static final Alphabet CHOSEN = Alphabet.of("0-9A-Za-z._@:+-");

  static final Part<String> TENANT = Part.text("tenant", CHOSEN, 64);
  static final Part<String> INBOX = Part.text("inbox", CHOSEN, 64);
  static final Part<String> USER = Part.text("user", CHOSEN, 256);

  /** The same id for every recipient; sorts by time. */
  static final Part<String> ID = Part.ulid("id", "");

  static final Part<Long> CHUNK = Part.number("chunk", 0, 9_999);
  static final Part<Long> SHARD = Part.number("shard", 0, 15);

  /** When a message expires: seconds, in an attribute of type N. */
  static final Part<Instant> EXPIRY = Part.seconds("expiredat");

  /** What a webhook tells of: a message, or a message and a chunk of its audience. */
  static final Part<String> EVENT = Part.text("event", CHOSEN, 128);

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
