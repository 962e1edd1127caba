package dev.trestle.platform.queue;

import java.util.concurrent.atomic.LongAdder;

/** Counts the results of this process's workers for one queue. */
final class JobCounters {
  final LongAdder done = new LongAdder();
  final LongAdder retried = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder lost = new LongAdder();
}
