package dev.trestle.bench;

import java.util.Arrays;
import java.util.SplittableRandom;

/** What is measured, each a kind of call on random items. */
enum Workload {
  PUT("put") {
    @Override
    void once(Subject subject, Payloads payloads, SplittableRandom random) {
      subject.put(random.nextInt(Subject.ITEMS), payloads.any(random));
    }
  },
  GET("get") {
    @Override
    void once(Subject subject, Payloads payloads, SplittableRandom random) {
      subject.get(random.nextInt(Subject.ITEMS));
    }
  },
  QUERY("query(20)") {
    @Override
    void once(Subject subject, Payloads payloads, SplittableRandom random) {
      subject.query(random.nextInt(Subject.PARTITIONS));
    }
  },
  COUNTER("update counter") {
    @Override
    void once(Subject subject, Payloads payloads, SplittableRandom random) {
      subject.count(random.nextInt(Subject.PARTITIONS));
    }
  },
  TRANSACT("transact(2)") {
    @Override
    void once(Subject subject, Payloads payloads, SplittableRandom random) {
      int first = random.nextInt(Subject.ITEMS);
      int second = (first + 1 + random.nextInt(Subject.ITEMS - 1)) % Subject.ITEMS;
      subject.transact(first, second, payloads.any(random));
    }
  },
  BATCH("batch write(25)") {
    @Override
    void once(Subject subject, Payloads payloads, SplittableRandom random) {
      int first = random.nextInt(Subject.ITEMS);
      int step = 1 + random.nextInt(100);
      var items = new int[25];
      Arrays.setAll(items, i -> (first + i * step) % Subject.ITEMS);
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

  /** Whether durability makes a difference to it. */
  boolean isWrite() {
    return this != GET && this != QUERY;
  }

  abstract void once(Subject subject, Payloads payloads, SplittableRandom random);
}
