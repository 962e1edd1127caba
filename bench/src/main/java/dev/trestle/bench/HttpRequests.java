package dev.trestle.bench;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** The requests of the HTTP benchmark, on items with a payload of one length. */
final class HttpRequests {
  private static final String TABLE = "bench";
  private static final String PARTITION_KEY = "{\"S\":\"p" + RequestTemplate.PARTITION + "\"}";
  private static final String KEY =
      "\"pk\":" + PARTITION_KEY + ",\"sk\":{\"N\":\"1" + RequestTemplate.ROW + "\"}";

  /** Never repeats, because a write that changes nothing would cost nothing. */
  private final AtomicLong stamp = new AtomicLong(System.currentTimeMillis() % 1_000_000_000_000L);

  private final RequestTemplate put;
  private final RequestTemplate get;
  private final RequestTemplate query;
  private final RequestTemplate transact;

  HttpRequests(int payloadBytes) {
    var item = "{" + KEY + ",\"payload\":{\"S\":\"" + payload(payloadBytes) + "\"}}";
    var write = "{\"TableName\":\"" + TABLE + "\",\"Item\":" + item + "}";
    put = RequestTemplate.of("PutItem", write);
    get =
        RequestTemplate.of(
            "GetItem",
            "{\"TableName\":\"" + TABLE + "\",\"Key\":{" + KEY + "},\"ConsistentRead\":true}");
    query =
        RequestTemplate.of(
            "Query",
            "{\"TableName\":\""
                + TABLE
                + "\",\"KeyConditionExpression\":\"pk = :pk\",\"ConsistentRead\":true,"
                + "\"ExpressionAttributeValues\":{\":pk\":"
                + PARTITION_KEY
                + "}}");
    var action = "{\"Put\":" + write + "}";
    transact =
        RequestTemplate.of(
            "TransactWriteItems", "{\"TransactItems\":[" + action + "," + action + "]}");
  }

  private static String payload(int bytes) {
    var random = new SplittableRandom(bytes);
    var text = new StringBuilder(RequestTemplate.STAMP);
    while (text.length() < bytes) text.append((char) ('a' + random.nextInt(26)));
    return text.toString();
  }

  static byte[] createTable() {
    return RequestTemplate.of(
            "CreateTable",
            """
            {"TableName":"%s","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":\
            [{"AttributeName":"pk","AttributeType":"S"},\
            {"AttributeName":"sk","AttributeType":"N"}],\
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},\
            {"AttributeName":"sk","KeyType":"RANGE"}]}\
            """
                .formatted(TABLE))
        .with(0);
  }

  static byte[] describeTable() {
    return RequestTemplate.of("DescribeTable", "{\"TableName\":\"" + TABLE + "\"}").with(0);
  }

  byte[] put(int item) {
    return put.with(stamp.getAndIncrement(), item);
  }

  byte[] get(int item) {
    return get.with(0, item);
  }

  byte[] query(int partition) {
    return query.with(0, partition * BenchTarget.ROWS);
  }

  byte[] transact(int first, int second) {
    return transact.with(stamp.getAndIncrement(), first, second);
  }
}
