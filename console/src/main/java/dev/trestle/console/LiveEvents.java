package dev.trestle.console;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Reply;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Sends each sample to the open pages, as server-sent events. */
final class LiveEvents implements AutoCloseable {
  /** Each viewer holds a connection that is written to every second. */
  static final int VIEWERS_MAX = 32;

  /** A viewer this many seconds behind has to reconnect. */
  private static final int QUEUED_MAX = 30;

  private final LiveView figures;
  private final Set<EventStream> viewers = ConcurrentHashMap.newKeySet();

  LiveEvents(LiveView figures) {
    this.figures = figures;
  }

  Reply handle(Call call) {
    if (viewers.size() >= VIEWERS_MAX) {
      throw ApiError.of(503, "TOO_MANY_VIEWERS", "Too many consoles are open.")
          .with("Retry-After", "10");
    }
    return Reply.ongoing(
        EventStream.of(
            QUEUED_MAX,
            stream -> {
              viewers.add(stream);
              return () -> viewers.remove(stream);
            }));
  }

  /** Sends a sample; computes nothing while nobody watches. */
  void tell(Sample sample) {
    if (viewers.isEmpty()) return;
    var tick = LiveEvent.json("tick", figures.now(sample)).withId(Long.toString(sample.number()));
    for (var viewer : viewers) viewer.send(tick);
  }

  @Override
  public void close() {
    viewers.forEach(EventStream::end);
  }
}
