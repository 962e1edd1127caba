package dev.trestle.bench;

import java.util.SplittableRandom;

/**
 * What is measured over HTTP, each a kind of request on random items. Reads come first: what writes
 * leave to be done in the background would be counted against them.
 */
enum HttpWorkload {
  GET("get", "GetItem") {
    @Override
    byte[] next(HttpRequests requests, SplittableRandom random) {
      return requests.get(random.nextInt(Subject.ITEMS));
    }
  },
  QUERY("query(20)", "Query") {
    @Override
    byte[] next(HttpRequests requests, SplittableRandom random) {
      return requests.query(random.nextInt(Subject.PARTITIONS));
    }
  },
  PUT("put", "PutItem") {
    @Override
    byte[] next(HttpRequests requests, SplittableRandom random) {
      return requests.put(random.nextInt(Subject.ITEMS));
    }
  },
  TRANSACT("transact(2)", "TransactWriteItems") {
    @Override
    byte[] next(HttpRequests requests, SplittableRandom random) {
      int first = random.nextInt(Subject.ITEMS);
      int second = (first + 1 + random.nextInt(Subject.ITEMS - 1)) % Subject.ITEMS;
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
