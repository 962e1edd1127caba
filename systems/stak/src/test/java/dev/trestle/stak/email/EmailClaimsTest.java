package dev.trestle.stak.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.stak.KillableClient;
import dev.trestle.stak.StakFixture;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.Contacts.EmailChoice;
import dev.trestle.stak.model.EmailAddress;
import dev.trestle.stak.model.EmailDigests;
import dev.trestle.stak.model.Emails;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.tenant.SettingsStore;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A message becomes one e-mail for each recipient, whatever is killed or repeated. */
class EmailClaimsTest {
  private static final InboxKey INBOX = InboxKey.of("acme", "DEFAULT");
  private static final List<UserId> USERS = List.of(new UserId("ann"), new UserId("bob"));

  private final KillableClient kills = new KillableClient();
  private final StakFixture fixture = new StakFixture(kills::around);
  private final SettingsStore settings = new SettingsStore(fixture.store);
  private final ContactStore contacts = new ContactStore(fixture.store, fixture.inboxes);
  private final EmailChannel channel =
      new EmailChannel(fixture.store, settings, fixture.queue, fixture.clock);

  @BeforeEach
  void configure() {
    fixture.sendEmails(INBOX, "news");
    for (var user : USERS) {
      fixture.inbox(INBOX.user(user)).register();
      contacts.change(
          INBOX.user(user),
          contact -> contact.withEmail(Optional.of(new EmailAddress(user + "@example.com"))));
    }
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** A message that all have got. */
  private ChunkKey delivered() {
    var draft =
        new Draft(
            INBOX,
            "boss",
            new Audience.Users(new LinkedHashSet<>(USERS), Optional.empty()),
            Optional.empty(),
            "news",
            Content.text("Title", "Body"),
            Duration.ofDays(1));
    var id = fixture.posts.post(draft).id();
    for (var user : USERS) fixture.deliver(INBOX.user(user), id, "news", Duration.ofDays(1));
    return INBOX.message(id).chunk(0);
  }

  private long jobs() {
    return fixture.queue.stats(EmailSender.QUEUE).waiting();
  }

  @Test
  void a_claim_that_is_killed_anywhere_leads_to_one_job_for_each_email() {
    long expected = 0;
    for (int write = 1; write <= 5; write++) {
      for (var before : List.of(true, false)) {
        var chunk = delivered();
        kills.killAt(write, before);
        try {
          channel.claim(chunk);
        } catch (KillableClient.Killed killed) {
          // As a process that ends here.
        }
        kills.spare();
        channel.claim(chunk);
        channel.claim(chunk);
        expected += USERS.size();
        assertThat(jobs()).as("killed at write %d", write).isEqualTo(expected);
        for (var user : USERS) {
          assertThat(fixture.store.run(Emails.READ, INBOX.user(user).message(chunk.id())))
              .isPresent();
        }
      }
    }
  }

  @Test
  void workers_that_claim_at_the_same_time_agree() {
    var chunk = delivered();
    var work =
        IntStream.range(0, 6)
            .mapToObj(_ -> CompletableFuture.runAsync(() -> claimPatiently(chunk)))
            .toList();
    work.forEach(CompletableFuture::join);
    assertThat(jobs()).isEqualTo(USERS.size());
  }

  /** The queue repeats a job that met another one in the middle of its transaction. */
  private void claimPatiently(ChunkKey chunk) {
    while (true) {
      try {
        channel.claim(chunk);
        return;
      } catch (IllegalStateException contested) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void whoever_changes_from_digests_in_between_gets_the_message_once() {
    var ann = INBOX.user(USERS.getFirst());
    contacts.change(ann, contact -> contact.withChoices(Map.of("news", EmailChoice.daily)));
    var chunk = delivered();
    channel.claim(chunk);
    contacts.change(ann, contact -> contact.withChoices(Map.of("news", EmailChoice.immediately)));
    channel.claim(chunk);
    assertThat(fixture.store.stream(EmailDigests.ENTRIES_OF_USER, ann, 10)).hasSize(1);
    assertThat(fixture.store.run(Emails.READ, ann.message(chunk.id())))
        .map(Emails.Email::state)
        .contains(Emails.EmailState.digest);
  }

  @Test
  void nobody_without_the_message_gets_an_email() {
    var draft =
        new Draft(
            INBOX,
            "boss",
            new Audience.Users(new LinkedHashSet<>(USERS), Optional.empty()),
            Optional.empty(),
            "news",
            Content.text("Title", "Body"),
            Duration.ofDays(1));
    var id = fixture.posts.post(draft).id();
    fixture.deliver(INBOX.user(USERS.getFirst()), id, "news", Duration.ofDays(1));
    channel.claim(INBOX.message(id).chunk(0));
    assertThat(jobs()).isEqualTo(1);
  }
}
