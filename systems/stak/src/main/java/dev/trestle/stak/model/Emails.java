package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Conditions.value;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.ID;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static dev.trestle.stak.model.StakTable.USER;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.Contacts.Contact;
import dev.trestle.stak.model.EmailDigests.DigestEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The e-mails of messages. Each message has at most one e-mail for each recipient: whoever writes
 * its item first may send it, or put the message into a digest.
 */
public final class Emails {
  private static final KeyTemplate FAILURES_OF_INBOX =
      KeyTemplate.of("t#<tenant>F#<inbox>", TENANT, INBOX);

  /** How long administrators see an e-mail that failed. */
  public static final Duration FAILURE_KEPT = Duration.ofDays(30);

  /** Longer than an e-mail is tried and waits before it fails. */
  private static final Duration TRIED_MAX = Duration.ofDays(7);

  /** How far an e-mail is. Named as it is stored and shown. */
  public enum EmailState {
    waiting,
    /** The mail server has accepted it. */
    sent,
    /** Nobody needs it any more: the message was read, redacted or has expired, for example. */
    skipped,
    /** The mail server refused it for good. */
    refused,
    /** The mail server could not take it, however often it was tried. */
    failed,
    /** The message is in a digest, or will be. */
    digest;

    /** Whether there may be an {@link EmailFailure} of such an e-mail, or of its digest. */
    public boolean mayHaveFailed() {
      return this == refused || this == failed || this == digest;
    }
  }

  /**
   * The e-mail about one message to one user.
   *
   * @param detail why it was skipped, or what the mail server said
   * @param due when it is to be sent, or the digest it is in
   * @param ttl not before that of its failure, which an erasure finds by this item
   */
  public record Email(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      MessageId id,
      EmailState state,
      Optional<String> detail,
      Instant due,
      Optional<Instant> doneAt,
      Instant ttl) {}

  /** When an e-mail's item may be deleted: with its message, or later if that is too early. */
  public static Instant ttl(Instant ofMessage, Instant due) {
    var ofFailure = due.plus(TRIED_MAX).plus(FAILURE_KEPT);
    return ofFailure.isAfter(ofMessage) ? ofFailure : ofMessage;
  }

  /** An e-mail that was refused or failed, for the administrators of the inbox. */
  public record EmailFailure(
      TenantId tenant,
      InboxId inbox,
      MessageId id,
      UserId user,
      EmailState state,
      String reason,
      Instant at,
      Instant ttl) {}

  public static final Entity<Email> EMAIL =
      TABLE
          .entity(Email.class, lookup())
          .partition(Inboxes.USER_INBOX)
          .sort(KeyTemplate.of("e#<id>", ID))
          .snakeCase()
          .expires(Email::ttl)
          .population(Population.of(2_000_000, 500).kept(Duration.ofDays(37)))
          .example(
              new Email(
                  Examples.TENANT,
                  Examples.USER,
                  Examples.INBOX,
                  Examples.ID,
                  EmailState.sent,
                  Optional.empty(),
                  Examples.NOW,
                  Optional.of(Examples.NOW),
                  Examples.MUCH_LATER));

  public static final Entity<EmailFailure> FAILURE =
      TABLE
          .entity(EmailFailure.class, lookup())
          .partition(FAILURES_OF_INBOX)
          .sort(KeyTemplate.of("f#<id>#<user>", ID, USER))
          .snakeCase()
          .expires(EmailFailure::ttl)
          .population(Population.of(50_000, 1000).kept(FAILURE_KEPT))
          .example(
              new EmailFailure(
                  Examples.TENANT,
                  Examples.INBOX,
                  Examples.ID,
                  Examples.USER,
                  EmailState.refused,
                  "550 No such mailbox",
                  Examples.NOW,
                  Examples.LATER));

  /** Whoever erases the user deletes the contact first, and then looks for e-mails. */
  private static final ConditionCheck<UserInboxKey, Contact> HAS_CONTACT =
      Contacts.CONTACT
          .check("email.claim.contact", "the user has a contact", UserInboxKey.class)
          .ifExists()
          .build();

  /**
   * The first to write it decides what becomes of the message.
   *
   * @param entry if the message goes into a digest
   */
  public record EmailClaim(Email email, UserInboxKey contact, Optional<DigestEntry> entry) {}

  public static final Transaction<EmailClaim> CLAIM =
      Transaction.of("email.claim", "an e-mail about a message, once", EmailClaim.class, lookup())
          .step(
              EMAIL.put("email.claim.email", "the e-mail, once").ifAbsent().build(),
              EmailClaim::email)
          .step(HAS_CONTACT, EmailClaim::contact)
          .maybe(EmailDigests.ADD_ENTRY, EmailClaim::entry)
          .load(perSecond(20))
          .build();

  public static final Get<UserMessageKey, Email> READ =
      EMAIL
          .get("email.get", "the e-mail about a message", UserMessageKey.class)
          .consistent()
          .load(perSecond(20))
          .build();

  /** How an e-mail that was waiting ended. */
  public record EmailEnd(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      MessageId id,
      EmailState state,
      Optional<String> detail,
      Instant at) {}

  private static Update.Builder<EmailEnd, Email> end(String id, String title) {
    return EMAIL
        .update(id, title, EmailEnd.class)
        .set(Email::state)
        .to(param(EmailEnd::state))
        .set(Email::detail)
        .to(param(EmailEnd::detail))
        .set(optional(Email::doneAt))
        .to(param(EmailEnd::at))
        .when(field(Email::state).is(value(EmailState.waiting)));
  }

  public static final Update<EmailEnd, Email> END =
      end("email.end", "an e-mail was sent or is not needed").load(perSecond(20)).build();

  public record EmailFailed(EmailEnd end, EmailFailure failure) {}

  public static final Transaction<EmailFailed> FAIL =
      Transaction.of("email.fail", "an e-mail was not accepted", EmailFailed.class, lookup())
          .step(end("email.fail.email", "the e-mail, if it was waiting").build(), EmailFailed::end)
          .step(
              FAILURE.put("email.fail.failure", "what administrators see").build(),
              EmailFailed::failure)
          .load(perSecond(0.1))
          .build();

  /** A digest has no e-mail of its own: its failure stands under its first message. */
  public record DigestFailed(UserMessageKey digest, EmailFailure failure) {}

  public static final Transaction<DigestFailed> FAIL_DIGEST =
      Transaction.of("digest.fail", "a digest was not accepted", DigestFailed.class, lookup())
          .step(
              EmailDigests.DIGEST
                  .delete("digest.fail.digest", "the digest, once", UserMessageKey.class)
                  .ifExists()
                  .build(),
              DigestFailed::digest)
          .step(
              FAILURE.put("digest.fail.failure", "what administrators see").build(),
              DigestFailed::failure)
          .load(perSecond(0.01))
          .build();

  public static final Query<InboxKey, EmailFailure> FAILURES =
      FAILURE
          .query("email.failures", "latest e-mails that were not accepted", InboxKey.class)
          .descending()
          .page(100)
          .typically(20)
          .load(perSecond(0.1))
          .build();

  public static final Query<UserInboxKey, Email> OF_USER =
      EMAIL
          .query("erase.emails.list", "e-mails of a user", UserInboxKey.class)
          .consistent()
          .page(100)
          .typically(20)
          .load(perSecond(0.01))
          .build();

  public static final BatchWrite<UserMessageKey, Email> DELETE =
      EMAIL
          .batchWrite("erase.emails", "delete e-mails of a user", UserMessageKey.class)
          .typically(20)
          .load(perSecond(0.01))
          .build();

  public record OfFailure(TenantId tenant, InboxId inbox, MessageId id, UserId user) {
    public OfFailure(UserMessageKey key) {
      this(key.tenant(), key.inbox(), key.id(), key.user());
    }
  }

  public static final Delete<OfFailure, EmailFailure> DELETE_FAILURE =
      FAILURE
          .delete("erase.failure", "a failed e-mail of an erased user", OfFailure.class)
          .load(perSecond(0.01))
          .build();

  private Emails() {}
}
