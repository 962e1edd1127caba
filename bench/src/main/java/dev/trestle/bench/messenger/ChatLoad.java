package dev.trestle.bench.messenger;

import dev.trestle.bench.Latencies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Users who send messages. Each message has the time it was sent (or was due) in its
 * client_message_id, so that no state is needed: the acknowledgement brings it back to the sender,
 * the push brings it to the others.
 */
final class ChatLoad implements SocketClient.Listener {
  private static final byte[] MESSAGE = FrameText.bytes("message");
  private static final byte[] ACK = FrameText.bytes("send_message_ack");
  private static final byte[] ERROR = FrameText.bytes("error");
  private static final byte[] CLOSING = FrameText.bytes("connection_closing");
  private static final byte[] STAMP = FrameText.bytes("\"client_message_id\":\"b-");
  private static final double DRAIN_SECONDS = 60;

  /** A socket that sends messages to a chat. */
  record Speaker(SocketClient socket, String chat) {}

  /** What was measured. */
  record Result(double seconds, Latencies acks, Latencies deliveries, Duration processorTime) {
    double messagesPerSecond() {
      return acks.count() / seconds;
    }

    double deliveriesPerSecond() {
      return deliveries.count() / seconds;
    }

    /** Processor time per message with all its deliveries, which noise disturbs least. */
    double microsPerMessage() {
      return processorTime.toNanos() / 1e3 / Math.max(1, acks.count());
    }
  }

  private final SocketDriver driver;
  private final Supplier<Duration> processorTime;
  private final String content;
  private final SplittableRandom random;
  private final List<Speaker> speakers = new ArrayList<>();
  private Latencies acks = new Latencies();
  private Latencies deliveries = new Latencies();
  private boolean isClosedLoop;
  private long outstanding;
  private long errors;
  private Optional<String> firstError = Optional.empty();

  ChatLoad(SocketDriver driver, Supplier<Duration> processorTime, int contentBytes, long seed) {
    this.driver = driver;
    this.processorTime = processorTime;
    this.content = "x".repeat(contentBytes);
    this.random = new SplittableRandom(seed);
  }

  /** Adds a speaker. The socket's number becomes its index among the speakers. */
  void add(SocketClient socket, String chat) {
    socket.number = speakers.size();
    speakers.add(new Speaker(socket, chat));
  }

  /** The first {@code speaking} speakers each send the next message after the acknowledgement. */
  Result closed(int speaking, double warmUpSeconds, double seconds) {
    isClosedLoop = true;
    for (int i = 0; i < speaking; i++) say(speakers.get(i), System.nanoTime());
    pass(warmUpSeconds);
    var result = measure(() -> pass(seconds));
    isClosedLoop = false;
    drain();
    return result;
  }

  /** Messages are sent at a fixed rate, whatever comes back. */
  Result open(double perSecond, double warmUpSeconds, double seconds) {
    speak(perSecond, warmUpSeconds);
    drain();
    return measure(() -> {
      speak(perSecond, seconds);
      drain();
    });
  }

  /** Every speaker sends {@code times} messages, one after the other. */
  void each(int times) {
    for (int i = 0; i < times; i++) {
      for (var speaker : speakers) say(speaker, System.nanoTime());
      drain();
    }
  }

  private Result measure(Runnable load) {
    acks = new Latencies();
    deliveries = new Latencies();
    var before = processorTime.get();
    long start = System.nanoTime();
    load.run();
    return new Result(
        (System.nanoTime() - start) / 1e9, acks, deliveries, processorTime.get().minus(before));
  }

  private void pass(double seconds) {
    driver.until(() -> false, seconds);
  }

  private void speak(double perSecond, double seconds) {
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    double due = start;
    while (due < end) {
      while (due <= System.nanoTime() && due < end) {
        say(speakers.get(random.nextInt(speakers.size())), (long) due);
        // Random intervals: even ones would be kinder to the server than real load.
        due += -Math.log(1 - random.nextDouble()) * 1e9 / perSecond;
      }
      driver.turn((long) due);
    }
  }

  private void drain() {
    if (!driver.until(() -> outstanding == 0, DRAIN_SECONDS)) {
      throw new IllegalStateException(
          outstanding + " sends were never answered; " + errors().orElse("no error was told"));
    }
  }

  private void say(Speaker speaker, long nanos) {
    outstanding++;
    speaker.socket.send(
        """
        {"type":"send_message","request_id":"r","payload":{"chat_id":"%s",\
        "client_message_id":"b-%d-%d","content":"%s"}}\
        """
            .formatted(speaker.chat, nanos, speaker.socket.number, content));
  }

  @Override
  public void opened(SocketClient socket) {}

  @Override
  public void text(SocketClient socket, byte[] bytes, int start, int end) {
    if (FrameText.is(ACK, bytes, start, end)) {
      outstanding--;
      int stamp = FrameText.after(STAMP, bytes, start, end);
      acks.add(System.nanoTime() - FrameText.number(bytes, stamp));
      if (isClosedLoop) say(speakers.get(socket.number), System.nanoTime());
    } else if (FrameText.is(MESSAGE, bytes, start, end)) {
      int stamp = FrameText.after(STAMP, bytes, start, end);
      if (stamp < 0) return;
      long nanos = FrameText.number(bytes, stamp);
      int dash = FrameText.after(new byte[] {'-'}, bytes, stamp, end);
      if (FrameText.number(bytes, dash) != socket.number) deliveries.add(System.nanoTime() - nanos);
    } else if (FrameText.is(ERROR, bytes, start, end)) {
      outstanding--;
      fault(FrameText.text(bytes, start, end));
      if (isClosedLoop) say(speakers.get(socket.number), System.nanoTime());
    } else if (FrameText.is(CLOSING, bytes, start, end)) {
      fault(FrameText.text(bytes, start, end));
    }
  }

  private void fault(String text) {
    errors++;
    if (firstError.isEmpty()) firstError = Optional.of(text);
  }

  @Override
  public void closed(SocketClient socket) {}

  /** What went wrong; empty if nothing did. */
  Optional<String> errors() {
    return firstError.map(first -> errors + " errors, the first: " + first);
  }
}
