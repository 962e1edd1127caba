package dev.trestle.messenger.message;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;

/**
 * The logs of all chats. Every change to a chat that its members should learn of is appended here.
 * An entry takes the next number by being written there (docs/decisions/0007), so there are no
 * gaps, and once a reader has seen n, nothing at or below n appears later.
 *
 * <p>Not final, because tests replace the numbering by a wrong one that must be detected.
 */
public class ChatLogs implements AutoCloseable {
  /** The most chats whose head is kept in memory. The head of any other is one query away. */
  private static final int CHATS_MAX = 100_000;

  private final Store store;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final SendBatch batches;
  private final Amendments amendments;
  private final FileMessages fileMessages;
  private final AppendListener listener;
  private final LogThreads threads = new LogThreads();
  private final Cache<ChatId, ChatLog> logs = Caffeine.newBuilder().maximumSize(CHATS_MAX).build();

  public ChatLogs(
      Store store,
      ColdEntries cold,
      ChatAccess access,
      Ids ids,
      InstantSource clock,
      RandomGenerator random,
      AppendListener listener) {
    this.store = store;
    this.clock = clock;
    this.random = random;
    this.batches = new SendBatch(store, access, ids, clock);
    this.amendments = new Amendments(store, cold, access, ids, clock);
    this.fileMessages = new FileMessages(store, access, ids, clock);
    this.listener = listener;
  }

  /** Stores a message and returns once it is durable. */
  public Sent send(ChatId chat, UserId sender, Draft draft) {
    if (!isPlainText(draft)) return append(chat, alone(chat, sender, draft));
    var text = QueuedText.of(sender, draft);
    of(chat).submit(text);
    return join(text.done());
  }

  /** Queues a message. Messages that one thread queues are stored in that order. */
  public CompletableFuture<Sent> sendLater(ChatId chat, UserId sender, Draft draft) {
    if (isPlainText(draft)) {
      var text = QueuedText.of(sender, draft);
      of(chat).submitLater(text);
      return text.done();
    }
    var queued = new ChatLog.QueuedAppend<>(alone(chat, sender, draft), new CompletableFuture<>());
    of(chat).submitLater(queued);
    return queued.done();
  }

  /** Whether it can be stored together with others. */
  private static boolean isPlainText(Draft draft) {
    return draft.kind() == Kind.text && draft.fileId().isEmpty();
  }

  private Append<Sent> alone(ChatId chat, UserId sender, Draft draft) {
    return draft.kind() == Kind.text
        ? fileMessages.append(chat, sender, draft)
        : amendments.append(chat, sender, draft);
  }

  /** Runs an append when its turn comes, and returns its result. */
  public <T> T append(ChatId chat, Append<T> append) {
    var queued = new ChatLog.QueuedAppend<>(append, new CompletableFuture<>());
    of(chat).submit(queued);
    return join(queued.done());
  }

  /** The chat's head as known here; other servers may have written since. */
  public LogHead head(ChatId chat) {
    return of(chat).head();
  }

  /** The chat's head if it is known here and no newer entry was heard of. Reads nothing. */
  public Optional<LogHead> known(ChatId chat) {
    return Optional.ofNullable(logs.getIfPresent(chat)).flatMap(ChatLog::known);
  }

  /** The chat's head, looked up if the known one is below {@code sequence}. */
  public LogHead headFrom(ChatId chat, long sequence) {
    var log = of(chat);
    var known = log.head();
    return known.sequence() >= sequence ? known : log.lookUp();
  }

  /**
   * There is an entry with this number. If it was not written here, the known head is old.
   *
   * @return whether a thread is at work on the chat here, which may have written it just now
   */
  public boolean heardOf(ChatId chat, long sequence) {
    return of(chat).heardOf(sequence);
  }

  /** Whether the heads of all chats in memory are published. */
  public boolean isPublished() {
    return logs.asMap().values().stream().allMatch(ChatLog::isPublished);
  }

  /** Waits for what is being written, and publishes the heads that are not published yet. */
  @Override
  public void close() {
    threads.close();
    for (var log : logs.asMap().values()) if (!log.isPublished()) log.publishNow();
  }

  private ChatLog of(ChatId chat) {
    return logs.get(chat, id -> new ChatLog(id, store, clock, random, batches, listener, threads));
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
