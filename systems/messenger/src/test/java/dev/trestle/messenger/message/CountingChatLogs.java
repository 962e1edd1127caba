package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.IdempotencyKeys;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * Numbers messages as the seed describes: a counter gives the number, then the message is written.
 * Numbers become readable out of order, and one whose write fails is missing forever. The history
 * checker must detect it.
 */
public final class CountingChatLogs extends ChatLogs {
  private static final long PAUSE_NANOS_MAX = 8_000_000;

  private final Store store;
  private final ChatAccess access;
  private final Ids ids;
  private final InstantSource clock;
  private final AppendListener listener;
  private final Map<ChatId, AtomicLong> counters = new ConcurrentHashMap<>();

  public CountingChatLogs(
      Store store,
      ColdEntries cold,
      ChatAccess access,
      Ids ids,
      InstantSource clock,
      RandomGenerator random,
      AppendListener listener) {
    super(store, cold, access, ids, clock, random, listener);
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
      // On DynamoDB the second request would be under way now.
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS_MAX));
      var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      var message = message(chat, number, sender, draft, now);
      var key = IdempotencyKeys.FirstUse.of(message, draft.bodyHash(), now);
      switch (store.run(Messages.SEND, new Messages.NewMessages(List.of(message), List.of(key)))) {
        case TransactionOutcome.Done _ -> {
          listener.appended(List.of(message));
          return Sent.of(message);
        }
        case TransactionOutcome.Refused refused -> {
          for (var reason : refused.of(Messages.NewMessages::keys)) {
            var first = reason.current(IdempotencyKeys.KEY);
            if (first.isPresent()) return Sent.replay(first.get(), sender, draft.bodyHash());
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
                        .run(Messages.NEWEST, new Messages.OfChat(id))
                        .first()
                        .map(Message::sequence)
                        .orElse(0L)))
        .incrementAndGet();
  }

  private Message message(ChatId chat, long number, UserId sender, Draft draft, Instant now) {
    return draft.entry(chat, number, number, MessageId.next(ids), sender, now);
  }
}
