package dev.trestle.stak.model;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.DUE;
import static dev.trestle.stak.model.StakTable.ID;
import static dev.trestle.stak.model.StakTable.TABLE;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;

/**
 * EmailDigests: e-mails about several messages. A message waits as an entry until its digest is
 * due. Composing a digest deletes its entries in the same transaction, so a message is in one
 * digest, whatever is killed. A digest is deleted when it was sent.
 */
public final class EmailDigests {
  /** The most messages of a digest; more become another digest. */
  public static final int MESSAGES_MAX = 50;

  /** A message that waits for its digest. */
  public record DigestEntry(
      TenantId tenant, UserId user, InboxId inbox, Instant due, MessageId id, String category) {
    public OfEntry key() {
      return new OfEntry(tenant, user, inbox, due, id);
    }
  }

  /**
   * A digest to send.
   *
   * @param id the id of its first message
   */
  public record Digest(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      MessageId id,
      List<MessageId> messages,
      Instant composedAt) {
    public UserMessageKey key() {
      return new UserMessageKey(tenant, user, inbox, id);
    }
  }

  public record OfEntry(TenantId tenant, UserId user, InboxId inbox, Instant due, MessageId id) {}

  public static final Entity<DigestEntry> ENTRY =
      TABLE
          .entity(DigestEntry.class, lookup())
          .partition(Inboxes.USER_INBOX)
          .sort(KeyTemplate.of("g#<due>#<id>", DUE, ID))
          .snakeCase()
          .population(Population.of(500_000, 100))
          .example(
              new DigestEntry(
                  Examples.TENANT,
                  Examples.USER,
                  Examples.INBOX,
                  Examples.LATER,
                  Examples.ID,
                  "news"));

  public static final Entity<Digest> DIGEST =
      TABLE
          .entity(Digest.class, lookup())
          .partition(Inboxes.USER_INBOX)
          .sort(KeyTemplate.of("d#<id>", ID))
          .snakeCase()
          .population(Population.of(1000, 2))
          .example(
              new Digest(
                  Examples.TENANT,
                  Examples.USER,
                  Examples.INBOX,
                  Examples.ID,
                  List.of(Examples.ID),
                  Examples.NOW));

  /** A step of the transaction that claims the message. */
  static final Put<DigestEntry, DigestEntry> ADD_ENTRY =
      ENTRY.put("email.claim.entry", "the message waits for its digest").build();

  /** The entries of a user up to a time. */
  public record EntryRange(TenantId tenant, UserId user, InboxId inbox, Instant due) {}

  public static final Query<EntryRange, DigestEntry> DUE_ENTRIES =
      ENTRY
          .query("digest.due", "messages whose digest is due", EntryRange.class)
          .upTo(EntryRange::due)
          .consistent()
          .page(MESSAGES_MAX)
          .typically(5)
          .load(perSecond(1))
          .build();

  public record Composition(Digest digest, List<OfEntry> entries) {}

  public static final Transaction<Composition> COMPOSE =
      Transaction.of(
              "digest.compose", "a digest instead of its entries", Composition.class, lookup())
          .step(
              DIGEST.put("digest.compose.digest", "the digest").ifAbsent().build(),
              Composition::digest)
          .each(
              ENTRY
                  .delete("digest.compose.entry", "an entry, once", OfEntry.class)
                  .ifExists()
                  .build(),
              Composition::entries,
              MESSAGES_MAX,
              5)
          .load(perSecond(1))
          .build();

  public static final Query<UserInboxKey, Digest> UNSENT =
      DIGEST
          .query("digest.unsent", "digests that were not sent yet", UserInboxKey.class)
          .consistent()
          .page(10)
          .typically(1)
          .load(perSecond(1))
          .build();

  public static final Delete<UserMessageKey, Digest> DELETE =
      DIGEST
          .delete("digest.delete", "a digest that was sent", UserMessageKey.class)
          .load(perSecond(1))
          .build();

  public static final Query<UserInboxKey, DigestEntry> ENTRIES_OF_USER =
      ENTRY
          .query("erase.entries.list", "digest entries of a user", UserInboxKey.class)
          .consistent()
          .page(100)
          .typically(5)
          .load(perSecond(0.01))
          .build();

  public static final Delete<OfEntry, DigestEntry> DELETE_ENTRY =
      ENTRY
          .delete("erase.entry", "a digest entry of an erased user", OfEntry.class)
          .load(perSecond(0.01))
          .build();

  private EmailDigests() {}
}
