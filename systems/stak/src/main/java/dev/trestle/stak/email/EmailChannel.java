package dev.trestle.stak.email;

import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.Contacts;
import dev.trestle.stak.model.Contacts.Contact;
import dev.trestle.stak.model.Contacts.EmailChoice;
import dev.trestle.stak.model.EmailDigests.DigestEntry;
import dev.trestle.stak.model.Emails;
import dev.trestle.stak.model.Emails.Email;
import dev.trestle.stak.model.Emails.EmailClaim;
import dev.trestle.stak.model.Emails.EmailState;
import dev.trestle.stak.model.InboxReads;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Sends delivered messages by e-mail, too.
 *
 * <p>A delivery only enqueues one job for each chunk, before the chunk is concluded: so no e-mail
 * is forgotten, and none delays an inbox. The job claims one e-mail for each recipient who wants
 * one. A claim is a conditional write, so that a message becomes one e-mail or is in one digest,
 * however often chunk and job are repeated. Messages for everyone are not sent by e-mail.
 */
public final class EmailChannel implements Consumer<InboxEvent> {
  private final Store store;
  private final SettingsStore settings;
  private final WorkQueue queue;
  private final InstantSource clock;

  public EmailChannel(Store store, SettingsStore settings, WorkQueue queue, InstantSource clock) {
    this.store = store;
    this.settings = settings;
    this.queue = queue;
    this.clock = clock;
  }

  @Override
  public void accept(InboxEvent event) {
    if (!(event instanceof InboxEvent.Delivered delivered)) return;
    if (settings.emailPolicy(delivered.inbox(), delivered.category()).isEmpty()) return;
    var chunk = delivered.message().chunk(delivered.chunk());
    queue.enqueue(new EmailJob.Claim(chunk).job(now()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  /** Claims the e-mails of those recipients of a chunk who have the message and want one. */
  void claim(ChunkKey key) {
    var chunk = store.run(SentMessages.READ_CHUNK, key);
    if (chunk.isEmpty() || chunk.get().uids().isEmpty()) return;
    var users = chunk.get().uids().stream().map(key.message().inboxKey()::user).toList();
    var contacts =
        store.run(Contacts.OF_CHUNK, users).stream()
            .filter(contact -> contact.email().isPresent() && contact.refusal().isEmpty())
            .collect(Collectors.toMap(Contact::key, Function.identity()));
    if (contacts.isEmpty()) return;
    var copies = contacts.keySet().stream().map(user -> user.message(key.id())).toList();
    for (var copy : store.run(InboxReads.COPIES_OF_CHUNK, copies)) {
      var user = new UserInboxKey(copy.tenant(), copy.user(), copy.inbox());
      var contact = Optional.ofNullable(contacts.get(user));
      if (contact.isPresent() && !copy.redacted()) claim(contact.get(), copy);
    }
  }

  private void claim(Contact contact, Message copy) {
    var choice =
        settings
            .emailPolicy(contact.key().shared(), copy.category())
            .map(policy -> contact.choice(copy.category(), policy))
            .orElse(EmailChoice.off);
    if (choice == EmailChoice.off) return;
    var due = choice.isDigest() ? SendingTimes.nextDigest(contact, choice, now()) : now();
    var email =
        new Email(
            copy.tenant(),
            copy.user(),
            copy.inbox(),
            copy.id(),
            choice.isDigest() ? EmailState.digest : EmailState.waiting,
            Optional.empty(),
            due,
            Optional.empty(),
            Emails.ttl(copy.ttl(), due));
    var entry =
        choice.isDigest()
            ? Optional.of(
                new DigestEntry(
                    copy.tenant(), copy.user(), copy.inbox(), due, copy.id(), copy.category()))
            : Optional.<DigestEntry>empty();
    switch (store.run(Emails.CLAIM, new EmailClaim(email, contact.key(), entry))) {
      case TransactionOutcome.Done _ -> enqueue(email);
      case TransactionOutcome.Refused refused -> {
        if (!refused.isConditionFailed()) throw new IllegalStateException("an e-mail is contested");
        // Claimed before, by an attempt that may have died before it enqueued the job.
        refused
            .one(EmailClaim::email)
            .flatMap(reason -> reason.current(Emails.EMAIL))
            .ifPresent(this::enqueue);
      }
    }
  }

  private void enqueue(Email email) {
    var user = new UserInboxKey(email.tenant(), email.user(), email.inbox());
    switch (email.state()) {
      case waiting ->
          queue.enqueue(new EmailJob.Send(user.message(email.id()), 0).job(email.due()));
      case digest -> queue.enqueue(new EmailJob.SendDigests(user, 0).job(email.due()));
      case sent, skipped, refused, failed -> {}
    }
  }
}
