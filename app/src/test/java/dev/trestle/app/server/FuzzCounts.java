package dev.trestle.app.server;

import dev.trestle.app.server.FuzzConnection.FuzzResponse;
import dev.trestle.app.server.FuzzedRequests.FuzzedRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** What a server answered to a fuzz. Safe for use by many threads. */
final class FuzzCounts {
  private static final int SHOWN_BYTES_MAX = 2000;

  /** Said to a request that opens a WebSocket. */
  private static final int SWITCHING = 101;

  /** How many requests a system got, and how many it did. */
  private record Done(LongAdder requests, LongAdder done) {
    double percent() {
      return 100.0 * done.sum() / Math.max(1, requests.sum());
    }
  }

  private final Map<Integer, LongAdder> statuses = new ConcurrentSkipListMap<>();
  private final Map<String, Done> systems = new ConcurrentSkipListMap<>();
  private final Set<String> reached = new ConcurrentSkipListSet<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final LongAdder requests = new LongAdder();
  private final LongAdder frames = new LongAdder();
  private final LongAdder busy = new LongAdder();

  /** Counts a response. A 5xx is a failure. */
  void add(FuzzedRequest request, FuzzResponse response) {
    requests.increment();
    statuses.computeIfAbsent(response.status(), _ -> new LongAdder()).increment();
    var system =
        systems.computeIfAbsent(request.system(), _ -> new Done(new LongAdder(), new LongAdder()));
    system.requests().increment();
    if (response.status() / 100 == 2 || response.status() == SWITCHING) {
      system.done().increment();
      reached.add(request.operation());
    }
    if (response.status() < 500) return;
    var start = Arrays.copyOf(request.bytes(), Math.min(request.bytes().length, SHOWN_BYTES_MAX));
    failures.add(response.status() + " for " + new String(start, StandardCharsets.ISO_8859_1));
  }

  void addFrames(int count) {
    frames.add(count);
  }

  /** Counts a request that is to be sent again. */
  void addBusy() {
    busy.increment();
  }

  long requests() {
    return requests.sum();
  }

  Collection<String> failures() {
    return failures;
  }

  /** How many of 100 requests to a system were neither refused nor failed. */
  double donePercent(String system) {
    return systems.containsKey(system) ? systems.get(system).percent() : 0;
  }

  /** The operations of those given that never did what was asked. */
  Collection<String> unreached(Collection<String> operations) {
    return operations.stream().filter(each -> !reached.contains(each)).sorted().toList();
  }

  @Override
  public String toString() {
    var shares =
        systems.entrySet().stream()
            .map(each -> "%s %.0f %%".formatted(each.getKey(), each.getValue().percent()))
            .collect(Collectors.joining(", "));
    return "%d requests and %d frames, %d busy, %s, done: %s"
        .formatted(requests.sum(), frames.sum(), busy.sum(), statuses, shares);
  }
}
