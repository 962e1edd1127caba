package dev.trestle.bench;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The kinds of calls that are measured, on random items. */
enum Workload {
  PUT("put") {
    @Override
    void once(BenchTarget subject, Payloads payloads, SplittableRandom random) {
      subject.put(random.nextInt(BenchTarget.ITEMS), payloads.any(random));
    }
  },
  GET("get") {
    @Override
    void once(BenchTarget subject, Payloads payloads, SplittableRandom random) {
      subject.get(random.nextInt(BenchTarget.ITEMS));
    }
  },
  QUERY("query(20)") {
    @Override
    void once(BenchTarget subject, Payloads payloads, SplittableRandom random) {
      subject.query(random.nextInt(BenchTarget.PARTITIONS));
    }
  },
  COUNTER("update counter") {
    @Override
    void once(BenchTarget subject, Payloads payloads, SplittableRandom random) {
      subject.count(random.nextInt(BenchTarget.PARTITIONS));
    }
  },
  TRANSACT("transact(2)") {
    @Override
    void once(BenchTarget subject, Payloads payloads, SplittableRandom random) {
      int first = random.nextInt(BenchTarget.ITEMS);
      int second = (first + 1 + random.nextInt(BenchTarget.ITEMS - 1)) % BenchTarget.ITEMS;
      subject.transact(first, second, payloads.any(random));
    }
  },
  BATCH("batch write(25)") {
    @Override
    void once(BenchTarget subject, Payloads payloads, SplittableRandom random) {
      int first = random.nextInt(BenchTarget.ITEMS);
      int step = 1 + random.nextInt(100);
      var items = new int[25];
      Arrays.setAll(items, i -> (first + i * step) % BenchTarget.ITEMS);
      subject.batch(items, payloads.any(random));
    }
  };

  private final String title;

  Workload(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Whether durability makes a difference. */
  boolean isWrite() {
    return this != GET && this != QUERY;
  }

  abstract void once(BenchTarget subject, Payloads payloads, SplittableRandom random);
}
