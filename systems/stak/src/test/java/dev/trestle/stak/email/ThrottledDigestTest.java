package dev.trestle.stak.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.LimitedTables;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.system.PublicAddress;
import dev.trestle.stak.StakFixture;
import dev.trestle.stak.model.Contacts.EmailChoice;
import dev.trestle.stak.model.EmailAddress;
import dev.trestle.stak.model.EmailDigests.DigestEntry;
import dev.trestle.stak.model.Emails;
import dev.trestle.stak.model.Emails.Email;
import dev.trestle.stak.model.Emails.EmailClaim;
import dev.trestle.stak.model.Emails.EmailState;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.tenant.TenantStates;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** A table that is throttled for longer than the server retries. */
class ThrottledDigestTest {
  private static final InboxKey INBOX = InboxKey.of("acme", "DEFAULT");
  private static final UserInboxKey ANN = INBOX.user(new UserId("ann"));
  private static final EmailAddress FROM = new EmailAddress("stak@example.com");

  private final StakFixture fixture = new StakFixture(LimitedTables.named(Set.of("stak")));
  private final SettingsStore settings = new SettingsStore(fixture.store);
  private final ContactStore contacts = new ContactStore(fixture.store, fixture.inboxes);
  private final Map<String, String> replies = new ConcurrentHashMap<>();
  private final ScriptedMailServer mails = new ScriptedMailServer(_ -> "250 fine", replies);
  private final EmailSender sender =
      new EmailSender(
          fixture.store,
          fixture.inboxes,
          contacts,
          settings,
          new TenantStates(fixture.store),
          fixture.queue,
          new RateLimits(new MemoryLimiter(() -> 0, 100)),
          Rate.perSecond("e-mails", 10),
          new UnsubscribeLinks(new byte[32]),
          new EmailChannel(fixture.store, settings, fixture.queue, fixture.clock),
          new PublicAddress(URI.create("https://stak.example/")),
          new EmailOptions(mails.address(), FROM));

  @BeforeEach
  void configure() {
    fixture.sendEmails(INBOX, "news");
    fixture.inbox(ANN).register();
    contacts.change(
        ANN,
        contact ->
            contact
                .withEmail(Optional.of(new EmailAddress("ann@example.com")))
                .withChoices(Map.of("news", EmailChoice.daily)));
  }

  @AfterEach
  void close() {
    sender.close();
    mails.close();
    fixture.close();
  }

  /** A message that the next digest tells of. */
  private void deliver(MessageId id) {
    fixture.deliver(ANN, id, "news", Duration.ofDays(1));
    var due = fixture.inboxes.now();
    var email =
        new Email(
            ANN.tenant(),
            ANN.user(),
            ANN.inbox(),
            id,
            EmailState.digest,
            Optional.empty(),
            due,
            Optional.empty(),
            due.plus(Duration.ofDays(1)));
    var entry = new DigestEntry(ANN.tenant(), ANN.user(), ANN.inbox(), due, id, "news");
    fixture.store.run(Emails.CLAIM, new EmailClaim(email, ANN, Optional.of(entry)));
  }

  /** Leaves the table one write a second, and uses up that of this second. */
  private void useUp() {
    var db = fixture.trestle.client();
    var nothing = Map.of("PK", AttributeValue.fromS("none"), "SK", AttributeValue.fromS("none"));
    db.updateTable(
        ask -> ask.tableName("stak").onDemandThroughput(most -> most.maxWriteRequestUnits(1L)));
    try {
      while (true) db.deleteItem(ask -> ask.tableName("stak").key(nothing));
    } catch (ThrottlingException e) {
      // Used up.
    }
  }

  /** Once its job was done then, and the digest waited for a message of a later day. */
  @Test
  void a_digest_that_could_not_be_composed_comes_with_the_next_attempt() {
    deliver(fixture.nextId());
    useUp();
    var digests = new DigestSender(fixture.store, sender);
    var job = new EmailJob.SendDigests(ANN, 0);
    assertThatThrownBy(() -> digests.send(job, false)).isInstanceOf(IllegalStateException.class);
    fixture.clock.advance(Duration.ofMinutes(1));
    digests.send(job, false);
    assertThat(mails.accepted).hasSize(1);
  }

  /** Once it was handed to the server up to twenty times in a row. */
  @Test
  void a_refused_digest_that_could_not_be_recorded_is_sent_once_an_attempt() {
    deliver(fixture.nextId());
    var digests = new DigestSender(fixture.store, sender);
    var job = new EmailJob.SendDigests(ANN, 0);
    replies.put("DATA", "451 Try again later");
    digests.send(job, false);
    replies.put("DATA", "554 5.6.0 Not this one");
    useUp();
    assertThatThrownBy(() -> digests.send(job, false)).isInstanceOf(IllegalStateException.class);
    assertThat(mails.asked).hasSize(2);
    fixture.clock.advance(Duration.ofMinutes(1));
    digests.send(job, false);
    assertThat(mails.asked).hasSize(3);
    assertThat(fixture.store.stream(Emails.FAILURES, INBOX, 10)).hasSize(1);
  }
}
