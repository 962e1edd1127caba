package dev.trestle.console;

import dev.trestle.http.Field;
import dev.trestle.http.Streamed;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Sends each sample to whoever looks, as server-sent events. */
final class LiveEvents {
  /** Each viewer holds a connection and is written to every second. */
  static final int VIEWERS_MAX = 32;

  private static final Duration SILENCE_MAX = Duration.ofSeconds(15);
  private static final byte[] STILL_HERE = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

  private final Sampler sampler;
  private final LiveFigures figures;
  private final Semaphore seats = new Semaphore(VIEWERS_MAX);

  LiveEvents(Sampler sampler) {
    this.sampler = sampler;
    this.figures = new LiveFigures(sampler);
  }

  Reply answer(Call call) {
    // The seat is taken when the stream begins: an answer that is never sent must not hold one.
    if (seats.availablePermits() == 0) {
      throw ApiError.of(503, "TOO_MANY_VIEWERS", "Too many consoles are open.")
          .with("Retry-After", "10");
    }
    var fields =
        List.of(
            new Field("Content-Type", "text/event-stream"), new Field("Cache-Control", "no-store"));
    return Reply.ongoing(new Streamed(200, fields, this::follow));
  }

  private void follow(Streamed.Sink sink) throws InterruptedException {
    if (!seats.tryAcquire()) return;
    try {
      long seen = 0;
      while (!sampler.isStopping()) {
        var sample = sampler.after(seen, SILENCE_MAX);
        if (sample.isEmpty()) {
          sink.write(STILL_HERE);
          continue;
        }
        seen = sample.get().number();
        sink.write(event(seen, Json.write(figures.now(sample.get()))));
      }
    } finally {
      seats.release();
    }
  }

  private static byte[] event(long number, byte[] json) {
    var head = ("id: " + number + "\nevent: tick\ndata: ").getBytes(StandardCharsets.UTF_8);
    var event = new byte[head.length + json.length + 2];
    System.arraycopy(head, 0, event, 0, head.length);
    System.arraycopy(json, 0, event, head.length, json.length);
    event[event.length - 2] = '\n';
    event[event.length - 1] = '\n';
    return event;
  }
}
