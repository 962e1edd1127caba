package dev.trestle.messenger.message;

import dev.trestle.messenger.Ids;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.IdempotencyKeys;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The way of numbering that the seed describes: a counter gives the number, then the message is
 * put. Numbers become readable out of order, and one whose put does not come is missing for ever.
 * Here to be found out.
 */
public final class CountingLog extends Log {
  private static final long PAUSE_NANOS_MAX = 8_000_000;

  private final Store store;
  private final Access access;
  private final Ids ids;
  private final InstantSource clock;
  private final Appended listener;
  private final Map<ChatId, AtomicLong> counters = new ConcurrentHashMap<>();

  public CountingLog(Store store, Access access, Ids ids, InstantSource clock, Appended listener) {
    super(store, access, ids, clock, listener);
    this.store = store;
    this.access = access;
    this.ids = ids;
    this.clock = clock;
    this.listener = listener;
  }

  @Override
  public Sent send(ChatId chat, UserId sender, Draft draft) {
    return draft.kind() == Kind.text ? put(chat, sender, draft) : super.send(chat, sender, draft);
  }

  @Override
  public CompletableFuture<Sent> sendLater(ChatId chat, UserId sender, Draft draft) {
    return CompletableFuture.supplyAsync(
        () -> send(chat, sender, draft), Executors.newVirtualThreadPerTaskExecutor());
  }

  private Sent put(ChatId chat, UserId sender, Draft draft) {
    access.member(chat, sender);
    while (true) {
      long number = count(chat);
      // Where on DynamoDB the second request is on its way.
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS_MAX));
      var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      var message = message(chat, number, sender, draft, now);
      var key = Keys.firstUse(message, draft.bodyHash(), now);
      switch (store.run(Messages.M21, new Messages.Sending(List.of(message), List.of(key)))) {
        case TransactionOutcome.Done _ -> {
          listener.appended(List.of(message));
          return Keys.sent(message);
        }
        case TransactionOutcome.Refused refused -> {
          for (var reason : refused.of(Messages.Sending::keys)) {
            var first = reason.current(IdempotencyKeys.KEY);
            if (first.isPresent()) return Keys.replay(first.get(), sender, draft.bodyHash());
          }
        }
      }
    }
  }

  private long count(ChatId chat) {
    return counters
        .computeIfAbsent(
            chat,
            id ->
                new AtomicLong(
                    store
                        .run(Messages.HEAD, new Messages.OfChat(id))
                        .first()
                        .map(Message::sequence)
                        .orElse(0L)))
        .incrementAndGet();
  }

  private Message message(ChatId chat, long number, UserId sender, Draft draft, Instant now) {
    return new Message(
        chat,
        number,
        ids.message(),
        sender,
        draft.clientMessageId(),
        draft.content(),
        draft.contentType(),
        now,
        draft.kind(),
        number,
        Optional.empty(),
        draft.replyTo(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }
}
