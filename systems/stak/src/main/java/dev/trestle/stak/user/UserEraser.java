package dev.trestle.stak.user;

import dev.trestle.stak.model.Contacts;
import dev.trestle.stak.model.EmailDigests;
import dev.trestle.stak.model.EmailDigests.DigestEntry;
import dev.trestle.stak.model.Emails;
import dev.trestle.stak.model.Emails.Email;
import dev.trestle.stak.model.Emails.OfFailure;
import dev.trestle.stak.model.Erasures;
import dev.trestle.stak.model.Erasures.CountsAsRead;
import dev.trestle.stak.model.Erasures.Finished;
import dev.trestle.stak.model.Erasures.Forgetting;
import dev.trestle.stak.model.Erasures.StrippedChunk;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.Inboxes.ReceiptRange;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.Pushes;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.AudienceChunk;
import dev.trestle.stak.model.SentMessages.ChunkOutcome;
import dev.trestle.stak.model.SentMessages.DeadLetter;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.Topics;
import dev.trestle.stak.model.Topics.EndedSubscription;
import dev.trestle.stak.model.Topics.OfSubscriber;
import dev.trestle.stak.model.Topics.Subscription;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.model.UserMessageKey;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.List;

/**
 * Erases one user of an inbox. Doing it again deletes what has come since. Chunks that were not
 * delivered yet are left alone: their messages will make the user known again.
 */
public final class UserEraser {
  private static final int BATCH = 100;
  private static final int MESSAGES_MAX = 10_000_000;
  private static final int CHUNKS_MAX = 10_000;
  private static final int LETTERS_MAX = 1000;
  private static final int DIGESTS_MAX = 1000;

  private final Store store;
  private final UserInboxKey user;
  private long messages;
  private long receipts;
  private long audiences;

  public UserEraser(Store store, UserInboxKey user) {
    this.store = store;
    this.user = user;
  }

  void erase(MessageKey receipt, Instant now) {
    stripAudiences();
    stripDeadLetters();
    deleteInbox();
    var finished =
        new Finished(
            receipt.tenant(), receipt.inbox(), receipt.id(), now, messages, receipts, audiences);
    store.run(Erasures.FINISH, finished);
  }

  /** Deletes everything in the user's inbox, contact and e-mails included; forgets the user. */
  public void deleteInbox() {
    boolean isForgotten;
    do {
      // Read first: what is delivered meanwhile changes the version, and is deleted next time.
      var counts = store.run(Inboxes.READ_COUNTS, user);
      deleteMessages();
      deleteReceipts();
      isForgotten = counts.map(known -> forget(known.version())).orElse(true);
    } while (!isForgotten);
    endSubscriptions();
    deleteEmails();
  }

  /** The contact first: without it, no e-mail is added. It is added for known users only. */
  private void deleteEmails() {
    store.run(Contacts.DELETE, user);
    store.run(Pushes.DELETE, user);
    List<Email> found;
    do {
      found = store.stream(Emails.OF_USER, user, BATCH).toList();
      for (var email : found) {
        if (email.state().mayHaveFailed()) {
          store.run(Emails.DELETE_FAILURE, new OfFailure(user.message(email.id())));
        }
      }
      var keys = found.stream().map(Email::id).map(user::message).toList();
      if (!keys.isEmpty()) store.run(Emails.DELETE, List.of(), keys);
    } while (found.size() == BATCH);
    store.stream(EmailDigests.UNSENT, user, DIGESTS_MAX)
        .toList()
        .forEach(digest -> store.run(EmailDigests.DELETE, digest.key()));
    List<DigestEntry> entries;
    do {
      entries = store.stream(EmailDigests.ENTRIES_OF_USER, user, BATCH).toList();
      entries.forEach(entry -> store.run(EmailDigests.DELETE_ENTRY, entry.key()));
    } while (entries.size() == BATCH);
  }

  /** Afterwards: only a known user can subscribe, so that none is added behind this. */
  private void endSubscriptions() {
    List<Subscription> found;
    do {
      found = store.stream(Topics.SUBSCRIPTIONS, user, BATCH).toList();
      for (var each : found) {
        var key = new OfSubscriber(user.tenant(), user.inbox(), each.topic(), user.user());
        // One that is refused was ended meanwhile, or is found again.
        store.run(Topics.UNSUBSCRIBE, new EndedSubscription(key));
      }
    } while (!found.isEmpty());
  }

  private boolean forget(long version) {
    var counts = new CountsAsRead(user.tenant(), user.user(), user.inbox(), version);
    return store.run(Erasures.FORGET, new Forgetting(counts, user)).isDone();
  }

  private void deleteMessages() {
    List<UserMessageKey> found;
    do {
      found =
          store.stream(Inboxes.OLDEST_ABOVE, user.message(MessageId.FIRST), BATCH)
              .map(Message::id)
              .map(user::message)
              .toList();
      if (!found.isEmpty()) store.run(Erasures.DELETE_MESSAGES, List.of(), found);
      messages += found.size();
    } while (found.size() == BATCH);
  }

  private void deleteReceipts() {
    var all =
        new ReceiptRange(user.tenant(), user.user(), user.inbox(), MessageId.FIRST, MessageId.LAST);
    List<UserMessageKey> found;
    do {
      found =
          store.stream(Inboxes.RECEIPTS, all, BATCH).map(Receipt::id).map(user::message).toList();
      if (!found.isEmpty()) store.run(Erasures.DELETE_RECEIPTS, List.of(), found);
      receipts += found.size();
    } while (found.size() == BATCH);
  }

  private void stripAudiences() {
    var newest = user.shared().message(MessageId.LAST);
    try (var sent = store.stream(SentMessages.NEWEST_BELOW, newest, MESSAGES_MAX)) {
      sent.filter(message -> message.chunks() > 0).forEach(this::stripAudience);
    }
  }

  private void stripAudience(SentMessage sent) {
    try (var chunks = store.stream(SentMessages.AUDIENCE, sent.key(), CHUNKS_MAX)) {
      chunks
          .filter(chunk -> chunk.outcome().isPresent() && chunk.uids().contains(user.user()))
          .forEach(this::strip);
    }
  }

  /** Another erasure may change the chunk at the same time: then it is read and stripped again. */
  private void strip(AudienceChunk read) {
    var chunk = read;
    while (chunk.uids().contains(user.user())) {
      if (store.run(Erasures.STRIP_CHUNK, stripped(chunk)).isDone()) {
        audiences++;
        return;
      }
      var key = new MessageKey(chunk.tenant(), chunk.inbox(), chunk.id()).chunk(chunk.chunk());
      var again = store.run(SentMessages.READ_CHUNK, key);
      if (again.isEmpty()) return;
      chunk = again.get();
    }
  }

  private StrippedChunk stripped(AudienceChunk chunk) {
    var outcome = chunk.outcome().orElseThrow();
    var missed = outcome.missed().stream().filter(each -> !each.uid().equals(user.user())).toList();
    return new StrippedChunk(
        chunk.tenant(),
        chunk.inbox(),
        chunk.id(),
        chunk.chunk(),
        chunk.uids(),
        chunk.uids().stream().filter(uid -> !uid.equals(user.user())).toList(),
        new ChunkOutcome(outcome.delivered(), missed, outcome.at()));
  }

  private void stripDeadLetters() {
    for (var letter :
        store.stream(SentMessages.DEAD_LETTERS, user.shared(), LETTERS_MAX).toList()) {
      if (!letter.uids().contains(user.user())) continue;
      var others = letter.uids().stream().filter(uid -> !uid.equals(user.user())).toList();
      // A dead letter without users would be about the whole message.
      if (others.isEmpty()) store.run(Erasures.DELETE_LETTER, letter.key());
      else store.run(SentMessages.ADD_DEAD_LETTER, without(letter, others));
      audiences++;
    }
  }

  private static DeadLetter without(DeadLetter letter, List<UserId> others) {
    return new DeadLetter(
        letter.tenant(),
        letter.inbox(),
        letter.id(),
        letter.chunk(),
        letter.work(),
        others,
        letter.reason(),
        letter.at(),
        letter.ttl());
  }
}
