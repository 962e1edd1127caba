package dev.trestle.bench.messenger;

import dev.trestle.bench.Latencies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * People who talk. Each message carries the moment it was sent (or was due) in its
 * client_message_id, so nobody needs to remember anything: the acknowledgement brings it back to
 * the sender, the push brings it to the others.
 */
final class Talk implements Guest.Listener {
  private static final byte[] MESSAGE = Frame.bytes("message");
  private static final byte[] ACK = Frame.bytes("send_message_ack");
  private static final byte[] ERROR = Frame.bytes("error");
  private static final byte[] CLOSING = Frame.bytes("connection_closing");
  private static final byte[] STAMP = Frame.bytes("\"client_message_id\":\"b-");
  private static final double DRAIN_SECONDS = 60;

  /** Somebody who speaks in a chat. */
  record Speaker(Guest guest, String chat) {}

  /** What came of it. */
  record Result(double seconds, Latencies acks, Latencies deliveries, Duration processorTime) {
    double messagesPerSecond() {
      return acks.count() / seconds;
    }

    double deliveriesPerSecond() {
      return deliveries.count() / seconds;
    }

    /** What a message cost the server with all its deliveries: the least that noise disturbs. */
    double microsPerMessage() {
      return processorTime.toNanos() / 1e3 / Math.max(1, acks.count());
    }
  }

  private final Crowd crowd;
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

  Talk(Crowd crowd, Supplier<Duration> processorTime, int contentBytes, long seed) {
    this.crowd = crowd;
    this.processorTime = processorTime;
    this.content = "x".repeat(contentBytes);
    this.random = new SplittableRandom(seed);
  }

  /** This guest speaks in this chat; its number is its place among the speakers. */
  void add(Guest guest, String chat) {
    guest.number = speakers.size();
    speakers.add(new Speaker(guest, chat));
  }

  /** The first so many speakers each say the next thing when the last one is acknowledged. */
  Result closed(int speaking, double warmUpSeconds, double seconds) {
    isClosedLoop = true;
    for (int i = 0; i < speaking; i++) say(speakers.get(i), System.nanoTime());
    pass(warmUpSeconds);
    var result = measure(() -> pass(seconds));
    isClosedLoop = false;
    drain();
    return result;
  }

  /** Somebody speaks so many times a second, whatever comes back. */
  Result open(double perSecond, double warmUpSeconds, double seconds) {
    speak(perSecond, warmUpSeconds);
    drain();
    return measure(() -> {
      speak(perSecond, seconds);
      drain();
    });
  }

  /** Every speaker says so many things, one after the other. */
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
    crowd.until(() -> false, seconds);
  }

  private void speak(double perSecond, double seconds) {
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    double due = start;
    while (due < end) {
      while (due <= System.nanoTime() && due < end) {
        say(speakers.get(random.nextInt(speakers.size())), (long) due);
        // Random distances: even ones would spare the server what really happens.
        due += -Math.log(1 - random.nextDouble()) * 1e9 / perSecond;
      }
      crowd.turn((long) due);
    }
  }

  private void drain() {
    if (!crowd.until(() -> outstanding == 0, DRAIN_SECONDS)) {
      throw new IllegalStateException(
          outstanding + " sends were never answered; " + faults().orElse("no error was told"));
    }
  }

  private void say(Speaker speaker, long nanos) {
    outstanding++;
    speaker.guest.send(
        """
        {"type":"send_message","request_id":"r","payload":{"chat_id":"%s",\
        "client_message_id":"b-%d-%d","content":"%s"}}\
        """
            .formatted(speaker.chat, nanos, speaker.guest.number, content));
  }

  @Override
  public void opened(Guest guest) {}

  @Override
  public void text(Guest guest, byte[] bytes, int start, int end) {
    if (Frame.is(ACK, bytes, start, end)) {
      outstanding--;
      int stamp = Frame.after(STAMP, bytes, start, end);
      acks.add(System.nanoTime() - Frame.number(bytes, stamp));
      if (isClosedLoop) say(speakers.get(guest.number), System.nanoTime());
    } else if (Frame.is(MESSAGE, bytes, start, end)) {
      int stamp = Frame.after(STAMP, bytes, start, end);
      if (stamp < 0) return;
      long nanos = Frame.number(bytes, stamp);
      int dash = Frame.after(new byte[] {'-'}, bytes, stamp, end);
      if (Frame.number(bytes, dash) != guest.number) deliveries.add(System.nanoTime() - nanos);
    } else if (Frame.is(ERROR, bytes, start, end)) {
      outstanding--;
      fault(Frame.text(bytes, start, end));
      if (isClosedLoop) say(speakers.get(guest.number), System.nanoTime());
    } else if (Frame.is(CLOSING, bytes, start, end)) {
      fault(Frame.text(bytes, start, end));
    }
  }

  private void fault(String text) {
    errors++;
    if (firstError.isEmpty()) firstError = Optional.of(text);
  }

  @Override
  public void closed(Guest guest) {}

  /** What went wrong, if anything did. */
  Optional<String> faults() {
    return firstError.map(first -> errors + " errors, the first: " + first);
  }
}
