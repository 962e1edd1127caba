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
 * Writes a history down, from many threads. An event's moment is taken inside the lock, so that the
 * order of lines is the order of moments.
 */
public final class Recorder implements AutoCloseable {
  private final Supplier<Moment> clock;
  private final AtomicLong calls = new AtomicLong();

  /** What is not written to a file. Guarded by this object, like the writer. */
  private final List<Event> events = new ArrayList<>();

  private final Optional<BufferedWriter> file;

  private Recorder(Supplier<Moment> clock, Optional<BufferedWriter> file) {
    this.clock = clock;
    this.file = file;
  }

  public static Recorder inMemory(Supplier<Moment> clock) {
    return new Recorder(clock, Optional.empty());
  }

  public static Recorder into(Path file, Supplier<Moment> clock) {
    try {
      return new Recorder(clock, Optional.of(Files.newBufferedWriter(file, UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The clocks of this process. */
  public static Supplier<Moment> ownClock(String process) {
    return () ->
        new Moment(
            process, System.nanoTime(), Math.multiplyExact(System.currentTimeMillis(), 1000));
  }

  /** A number for a call that is about to begin. */
  public long call() {
    return calls.incrementAndGet();
  }

  public synchronized void record(Function<Moment, Event> event) {
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

  /** What a recorder in memory has. */
  public synchronized List<Event> events() {
    return List.copyOf(events);
  }

  /** Reads what was written; several processes' files are one history when put together. */
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
