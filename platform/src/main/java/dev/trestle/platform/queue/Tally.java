package dev.trestle.platform.queue;

import java.util.concurrent.atomic.LongAdder;

/** What the workers of this process did with a queue. */
final class Tally {
  final LongAdder done = new LongAdder();
  final LongAdder retried = new LongAdder();
  final LongAdder buried = new LongAdder();
  final LongAdder lost = new LongAdder();
}
