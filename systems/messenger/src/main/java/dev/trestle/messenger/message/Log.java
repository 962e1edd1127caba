package dev.trestle.messenger.message;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.messenger.Ids;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.UserId;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The logs of all chats: every change of a chat that anybody should learn of is appended here. An
 * entry takes the next number by being written there (docs/decisions/0007): there are no holes, and
 * once a reader was given n, nothing at or below n appears later. (Not final: tests plant another
 * way of numbering, to see it found out.)
 */
public class Log implements AutoCloseable {
  /** Chats whose head is remembered; the head of any other is one query away. */
  private static final int CHATS_MAX = 100_000;

  private final Store store;
  private final InstantSource clock;
  private final SendBatch batches;
  private final Changes changes;
  private final Appended listener;
  private final Cache<ChatId, ChatLog> logs = Caffeine.newBuilder().maximumSize(CHATS_MAX).build();

  public Log(Store store, Access access, Ids ids, InstantSource clock, Appended listener) {
    this.store = store;
    this.clock = clock;
    this.batches = new SendBatch(store, access, ids, clock);
    this.changes = new Changes(store, access, ids, clock);
    this.listener = listener;
  }

  /** Stores a message, and returns once it is durable. */
  public Sent send(ChatId chat, UserId sender, Draft draft) {
    if (draft.kind() != Kind.text) return append(chat, changes.step(chat, sender, draft));
    var sending = Sending.of(sender, draft);
    of(chat).submit(sending);
    return join(sending.done());
  }

  /**
   * Takes a message in and answers later: what one thread hands over in a row is stored in that
   * order.
   */
  public CompletableFuture<Sent> sendLater(ChatId chat, UserId sender, Draft draft) {
    if (draft.kind() == Kind.text) {
      var sending = Sending.of(sender, draft);
      of(chat).submitLater(sending);
      return sending.done();
    }
    var stepping =
        new ChatLog.Stepping<>(changes.step(chat, sender, draft), new CompletableFuture<>());
    of(chat).submitLater(stepping);
    return stepping.done();
  }

  /** Appends what this step makes, in its turn. */
  public <T> T append(ChatId chat, Step<T> step) {
    var stepping = new ChatLog.Stepping<>(step, new CompletableFuture<>());
    of(chat).submit(stepping);
    return join(stepping.done());
  }

  /** How far the chat has come, as it is known here; others may have written since. */
  public Position head(ChatId chat) {
    return of(chat).position();
  }

  /** How far the chat has come, looked up if it is not known here to be that far. */
  public Position headFrom(ChatId chat, long sequence) {
    var log = of(chat);
    var known = log.position();
    return known.sequence() >= sequence ? known : log.lookUp();
  }

  /** The change feed has an entry: if it was not written here, what is known here is old. */
  public void saw(ChatId chat, long sequence) {
    of(chat).saw(sequence);
  }

  /** Whether the heads of all chats known here are published. */
  public boolean isPublished() {
    return logs.asMap().values().stream().allMatch(ChatLog::isPublished);
  }

  /** Publishes heads that wait for their turn. */
  @Override
  public void close() {
    for (var log : logs.asMap().values()) if (!log.isPublished()) log.publishNow();
  }

  private ChatLog of(ChatId chat) {
    return logs.get(chat, id -> new ChatLog(id, store, clock, batches, listener));
  }

  private static <T> T join(CompletableFuture<T> done) {
    try {
      return done.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) throw cause;
      throw e;
    }
  }
}
