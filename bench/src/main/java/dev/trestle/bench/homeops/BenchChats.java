package dev.trestle.bench.homeops;

import dev.trestle.bench.Latencies;
import dev.trestle.homeops.chat.ChatAdapter;
import dev.trestle.homeops.chat.OutgoingMessage;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Chats that measure how long a message takes until it is marked as noted. */
final class BenchChats implements ChatAdapter {
  static final Source SOURCE = new Source("bench");

  private final Map<MessageNumber, Long> sentAt = new ConcurrentHashMap<>();

  /** Guards the latencies. */
  private final ReentrantLock lock = new ReentrantLock();

  private Latencies latencies = new Latencies();

  void sent(MessageNumber message) {
    sentAt.put(message, System.nanoTime());
  }

  /** The messages that are not noted yet. */
  int waiting() {
    return sentAt.size();
  }

  /** The latencies since the last call. */
  Latencies take() {
    lock.lock();
    try {
      var taken = latencies;
      latencies = new Latencies();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Source source() {
    return SOURCE;
  }

  @Override
  public boolean canReact() {
    return true;
  }

  @Override
  public void react(ChatId chatId, MessageNumber messageId) {
    var sent = sentAt.remove(messageId);
    if (sent == null) return;
    lock.lock();
    try {
      latencies.add(System.nanoTime() - sent);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void unreact(ChatId chatId, MessageNumber messageId) {}

  @Override
  public Optional<MessageNumber> send(OutgoingMessage message) {
    return Optional.empty();
  }
}
