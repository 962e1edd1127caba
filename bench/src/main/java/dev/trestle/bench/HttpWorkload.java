package dev.trestle.bench;

import java.util.SplittableRandom;

/**
 * The kinds of requests that are measured, on random items. Reads come first, because the
 * background work that writes leave would be counted against them.
 */
enum HttpWorkload {
  GET("get", "GetItem") {
    @Override
    byte[] next(HttpRequests requests, SplittableRandom random) {
      return requests.get(random.nextInt(BenchTarget.ITEMS));
    }
  },
  QUERY("query(20)", "Query") {
    @Override
    byte[] next(HttpRequests requests, SplittableRandom random) {
      return requests.query(random.nextInt(BenchTarget.PARTITIONS));
    }
  },
  PUT("put", "PutItem") {
    @Override
    byte[] next(HttpRequests requests, SplittableRandom random) {
      return requests.put(random.nextInt(BenchTarget.ITEMS));
    }
  },
  TRANSACT("transact(2)", "TransactWriteItems") {
    @Override
    byte[] next(HttpRequests requests, SplittableRandom random) {
      int first = random.nextInt(BenchTarget.ITEMS);
      int second = (first + 1 + random.nextInt(BenchTarget.ITEMS - 1)) % BenchTarget.ITEMS;
      return requests.transact(first, second);
    }
  };

  private final String title;
  private final String operation;

  HttpWorkload(String title, String operation) {
    this.title = title;
    this.operation = operation;
  }

  String title() {
    return title;
  }

  String operation() {
    return operation;
  }

  abstract byte[] next(HttpRequests requests, SplittableRandom random);
}
