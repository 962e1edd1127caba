package dev.trestle.stak.delivery;

import dev.trestle.stak.inbox.ReadCount;
import dev.trestle.stak.inbox.ReadCounter;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.user.KnownUsers;
import dev.trestle.store.Store;
import java.util.Optional;
import java.util.stream.LongStream;

/** Counts who has read a message, a thousand recipients at a time. */
public final class MessageReads {
  private static final int CHUNKS_PER_PAGE = 10;

  /**
   * The count of some recipients.
   *
   * @param next where the next page begins, if there is one
   */
  public record Page(ReadCount count, Optional<String> next) {}

  private final Store store;
  private final KnownUsers users;
  private final ReadCounter counter;

  public MessageReads(Store store, UserInboxes inboxes, KnownUsers users) {
    this.store = store;
    this.users = users;
    this.counter = new ReadCounter(inboxes);
  }

  /**
   * Counts the recipients of a page.
   *
   * @param from where the page begins: what the page before says, or none for the first
   * @return none if there is no such message
   */
  public Optional<Page> count(MessageKey key, Optional<String> from) {
    return store.run(SentMessages.READ, key).map(sent -> count(sent, from));
  }

  private Page count(SentMessage sent, Optional<String> from) {
    return switch (sent.audience().kind()) {
      case users, topic -> ofChunks(sent, from.map(Long::parseLong).orElse(0L));
      case everyone -> ofKnownUsers(sent.key(), from.map(UserId::new));
    };
  }

  private Page ofChunks(SentMessage sent, long first) {
    var sum = ReadCount.NONE;
    long end = Math.min(sent.chunks(), first + CHUNKS_PER_PAGE);
    var chunks = LongStream.range(first, end).mapToObj(sent.key()::chunk).toList();
    for (var chunk : store.run(SentMessages.READ_CHUNKS, chunks)) {
      sum = sum.plus(counter.ofMessage(sent.key(), chunk.uids()));
    }
    return new Page(sum, end < sent.chunks() ? Optional.of(Long.toString(end)) : Optional.empty());
  }

  private Page ofKnownUsers(MessageKey key, Optional<UserId> after) {
    var sum = ReadCount.NONE;
    var last = after;
    for (int chunk = 0; chunk < CHUNKS_PER_PAGE; chunk++) {
      var some =
          users.list(key.inboxKey(), "", last, SentMessages.CHUNK_UIDS_MAX).stream()
              .map(KnownUser::user)
              .toList();
      if (!some.isEmpty()) sum = sum.plus(counter.ofBroadcast(key, some));
      if (some.size() < SentMessages.CHUNK_UIDS_MAX) return new Page(sum, Optional.empty());
      last = Optional.of(some.getLast());
    }
    return new Page(sum, last.map(UserId::value));
  }
}
