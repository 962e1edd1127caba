package dev.trestle.messenger.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.platform.web.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Writes a history, from many threads. An event's timestamp is taken inside the lock, so that lines
 * are in the order of their timestamps.
 */
public final class Recorder implements AutoCloseable {
  private final Supplier<Timestamp> clock;
  private final AtomicLong calls = new AtomicLong();

  /** The lines that are not written to a file. Guarded by this object, like the writer. */
  private final List<Event> events = new ArrayList<>();

  private final Optional<BufferedWriter> file;

  private Recorder(Supplier<Timestamp> clock, Optional<BufferedWriter> file) {
    this.clock = clock;
    this.file = file;
  }

  public static Recorder inMemory(Supplier<Timestamp> clock) {
    return new Recorder(clock, Optional.empty());
  }

  public static Recorder into(Path file, Supplier<Timestamp> clock) {
    try {
      return new Recorder(clock, Optional.of(Files.newBufferedWriter(file, UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The clocks of this process. */
  public static Supplier<Timestamp> ownClock(String process) {
    return () ->
        new Timestamp(
            process, System.nanoTime(), Math.multiplyExact(System.currentTimeMillis(), 1000));
  }

  /** A number for a call that is about to begin. */
  public long call() {
    return calls.incrementAndGet();
  }

  public synchronized void record(Function<Timestamp, Event> event) {
    var happened = event.apply(clock.get());
    if (file.isEmpty()) {
      events.add(happened);
      return;
    }
    try {
      file.get().write(new String(Json.write(happened), UTF_8));
      file.get().newLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of a recorder in memory. */
  public synchronized List<Event> events() {
    return List.copyOf(events);
  }

  /** Reads a history. The files of several processes form one history. */
  public static List<Event> read(List<Path> files) {
    var events = new ArrayList<Event>();
    for (var path : files) {
      try (var lines = Files.lines(path, UTF_8)) {
        lines.map(line -> Json.read(line.getBytes(UTF_8), Event.class)).forEach(events::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return List.copyOf(events);
  }

  @Override
  public synchronized void close() {
    file.ifPresent(out -> {
      try {
        out.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }
}
