package dev.trestle.stak.email;

import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.stak.inbox.InboxMessage;
import dev.trestle.stak.model.Contacts.Contact;
import dev.trestle.stak.model.EmailDigests;
import dev.trestle.stak.model.EmailDigests.Composition;
import dev.trestle.stak.model.EmailDigests.Digest;
import dev.trestle.stak.model.EmailDigests.DigestEntry;
import dev.trestle.stak.model.EmailDigests.EntryRange;
import dev.trestle.stak.model.Emails;
import dev.trestle.stak.model.Emails.DigestFailed;
import dev.trestle.stak.model.Emails.EmailState;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.store.Store;
import java.util.Optional;

/**
 * Sends digests. What a digest contains is written before it is sent, and its entries are deleted
 * in the same transaction: an attempt that dies is followed by one that sends the same digest.
 */
final class DigestSender {
  /** Digests of a user that one job sends. */
  private static final int DIGESTS_MAX = 20;

  private final Store store;
  private final EmailSender sender;

  DigestSender(Store store, EmailSender sender) {
    this.store = store;
    this.sender = sender;
  }

  JobOutcome send(EmailJob.SendDigests job, boolean isLast) {
    var user = job.user();
    for (int i = 0; i < DIGESTS_MAX; i++) {
      // Without a contact, the user was erased.
      var contact = sender.contact(user);
      if (contact.isEmpty()) return JobOutcome.done();
      var digest = unsent(user).or(() -> compose(user));
      if (digest.isEmpty()) return JobOutcome.done();
      var outcome = send(digest.get(), contact.get(), job, isLast);
      if (outcome.isPresent()) return outcome.get();
    }
    return JobOutcome.retry("more digests are due");
  }

  private Optional<Digest> unsent(UserInboxKey user) {
    return store.stream(EmailDigests.UNSENT, user, 1).findFirst();
  }

  /** Makes a digest of the entries that are due; none if there are none. */
  private Optional<Digest> compose(UserInboxKey user) {
    var range = new EntryRange(user.tenant(), user.user(), user.inbox(), sender.now());
    var entries = store.stream(EmailDigests.DUE_ENTRIES, range, EmailDigests.MESSAGES_MAX).toList();
    if (entries.isEmpty()) return Optional.empty();
    var digest =
        new Digest(
            user.tenant(),
            user.user(),
            user.inbox(),
            entries.getFirst().id(),
            entries.stream().map(DigestEntry::id).toList(),
            sender.now());
    var composition = new Composition(digest, entries.stream().map(DigestEntry::key).toList());
    if (store.run(EmailDigests.COMPOSE, composition).isDone()) return Optional.of(digest);
    // If another worker was faster, its digest is found. Otherwise the job must come again: it is
    // the only one that sends these entries.
    return Optional.of(
        unsent(user).orElseThrow(() -> new IllegalStateException("a digest is contested")));
  }

  /** Sends a digest and deletes it; or says how the job goes on. */
  private Optional<JobOutcome> send(
      Digest digest, Contact contact, EmailJob.SendDigests job, boolean isLast) {
    var messages =
        digest.messages().stream()
            .flatMap(id -> sender.unread(job.user(), id).stream())
            .filter((InboxMessage message) -> sender.isWanted(contact, message))
            .toList();
    if (messages.isEmpty() || !EmailSender.isReachable(contact)) {
      store.run(EmailDigests.DELETE, digest.key());
      return Optional.empty();
    }
    var pause = sender.pause(contact, job.waits());
    if (pause.isPresent()) {
      int waits = job.waits() + (pause.get().isLimit() ? 1 : 0);
      var again = new EmailJob.SendDigests(job.user(), waits);
      return Optional.of(sender.later(again, pause.get().until()));
    }
    var text =
        new EmailText(
            sender.sender(contact.tenant()),
            messages,
            true,
            Optional.of(sender.digestLink(contact.key())));
    switch (sender.submit(contact, digest.id(), text)) {
      case SmtpClient.Outcome.Accepted _ -> store.run(EmailDigests.DELETE, digest.key());
      case SmtpClient.Outcome.Refused(var reply, _) -> fail(digest, EmailState.refused, reply);
      case SmtpClient.Outcome.Deferred(var reason) -> {
        if (!isLast) return Optional.of(JobOutcome.retry(reason));
        fail(digest, EmailState.failed, reason);
      }
    }
    return Optional.empty();
  }

  private void fail(Digest digest, EmailState state, String reason) {
    var failure = sender.failure(digest.key(), state, reason);
    var recorded = store.run(Emails.FAIL_DIGEST, new DigestFailed(digest.key(), failure));
    EmailSender.requireKnown(recorded);
  }
}
