package dev.trestle.stak.model;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.TABLE;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchGet;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Tenants.EmailPolicy;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How users are reached beside their inbox. A contact is an item of its own: every delivery writes
 * the counts, and none of them needs an address.
 */
public final class Contacts {
  /** How a user wants the e-mails of a category. Named as it is stored and shown. */
  public enum EmailChoice {
    off,
    /** One e-mail for each message. */
    immediately,
    /** In one e-mail a day. */
    daily,
    /** In one e-mail a week, on Mondays. */
    weekly;

    public boolean isDigest() {
      return this == daily || this == weekly;
    }
  }

  /** Times of day between which no e-mail and no push message is sent. They may span midnight. */
  public record QuietHours(LocalTime from, LocalTime to) {}

  private static final ZoneId UTC = ZoneId.of("UTC");

  /** When digests are sent, unless the user says otherwise. */
  public static final int DIGEST_HOUR = 8;

  /**
   * A user's e-mail address, and what the user wants to be sent there.
   *
   * @param refusal what the mail server said when it refused the address for good
   * @param choices by category, where the user has chosen
   * @param zone of the quiet hours and the digest hour
   * @param digestHour the hour of the day when digests are sent
   */
  public record Contact(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      Optional<EmailAddress> email,
      Optional<String> refusal,
      Map<String, EmailChoice> choices,
      Optional<QuietHours> quietHours,
      ZoneId zone,
      long digestHour,
      long version) {
    /** The contact of a user who has neither an address nor chosen anything. */
    public static Contact empty(UserInboxKey key) {
      return new Contact(
          key.tenant(),
          key.user(),
          key.inbox(),
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          UTC,
          DIGEST_HOUR,
          0);
    }

    public UserInboxKey key() {
      return new UserInboxKey(tenant, user, inbox);
    }

    /** How the user gets e-mails of a category, under the policy that the inbox has for it. */
    public EmailChoice choice(String category, EmailPolicy policy) {
      var chosen = Optional.ofNullable(choices.get(category));
      return switch (policy) {
        case off -> chosen.orElse(EmailChoice.off);
        case on -> chosen.orElse(EmailChoice.immediately);
        case required -> EmailChoice.immediately;
      };
    }

    /** A new address has not been refused. */
    public Contact withEmail(Optional<EmailAddress> other) {
      return new Contact(
          tenant,
          user,
          inbox,
          other,
          Optional.empty(),
          choices,
          quietHours,
          zone,
          digestHour,
          version);
    }

    public Contact withRefusal(String reply) {
      return new Contact(
          tenant,
          user,
          inbox,
          email,
          Optional.of(reply),
          choices,
          quietHours,
          zone,
          digestHour,
          version);
    }

    /** With these choices beside those of other categories. */
    public Contact withChoices(Map<String, EmailChoice> more) {
      var all = new HashMap<>(choices);
      all.putAll(more);
      return new Contact(
          tenant,
          user,
          inbox,
          email,
          refusal,
          Map.copyOf(all),
          quietHours,
          zone,
          digestHour,
          version);
    }

    public Contact withTimes(Optional<QuietHours> quiet, ZoneId otherZone, long hour) {
      return new Contact(
          tenant, user, inbox, email, refusal, choices, quiet, otherZone, hour, version);
    }
  }

  public static final Entity<Contact> CONTACT =
      TABLE
          .entity(Contact.class, lookup())
          .partition(Inboxes.USER_INBOX)
          .sort(KeyTemplate.of("p#contact"))
          .snakeCase()
          .version(Contact::version)
          .maxBytes(16 * 1024)
          .population(Population.of(500_000, 1))
          .example(
              new Contact(
                  Examples.TENANT,
                  Examples.USER,
                  Examples.INBOX,
                  Optional.of(new EmailAddress("user456@example.com")),
                  Optional.empty(),
                  Map.of("news", EmailChoice.weekly),
                  Optional.of(new QuietHours(LocalTime.of(22, 0), LocalTime.of(7, 0))),
                  ZoneId.of("Europe/Warsaw"),
                  DIGEST_HOUR,
                  2));

  public static final Get<UserInboxKey, Contact> READ =
      CONTACT
          .get("contact.get", "a user's contact", UserInboxKey.class)
          .consistent()
          .load(perSecond(20))
          .build();

  public static final BatchGet<UserInboxKey, Contact> OF_CHUNK =
      CONTACT
          .batchGet("contact.chunk", "contacts of a chunk's recipients", UserInboxKey.class)
          .consistent()
          .typically(50)
          .load(perSecond(1))
          .build();

  /** Whoever erases the user deletes the counts first, and then the contact. */
  static final ConditionCheck<UserInboxKey, Counts> USER_IS_KNOWN =
      Inboxes.COUNTS
          .check("contact.put.known", "the user is known", UserInboxKey.class)
          .ifExists()
          .build();

  public record ContactChange(Contact contact, UserInboxKey user) {}

  public static final Transaction<ContactChange> WRITE =
      Transaction.of("contact.put", "a known user's new contact", ContactChange.class, lookup())
          .step(
              CONTACT.put("contact.put.contact", "the contact, if unchanged since read").build(),
              ContactChange::contact)
          .step(USER_IS_KNOWN, ContactChange::user)
          .load(perSecond(1))
          .build();

  public static final Delete<UserInboxKey, Contact> DELETE =
      CONTACT
          .delete("erase.contact", "the contact of an erased user", UserInboxKey.class)
          .load(perSecond(0.01))
          .build();

  private Contacts() {}
}
