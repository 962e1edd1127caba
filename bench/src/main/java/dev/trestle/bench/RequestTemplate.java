package dev.trestle.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request as bytes with gaps for numbers. Only the digits are written into a copy, so that the
 * load costs little compared to the server.
 */
record RequestTemplate(byte[] bytes, List<Gap> gaps) {
  /** Placeholders for the digits of a partition, of a row, and of a number that always differs. */
  static final String PARTITION = "\1".repeat(7);

  static final String ROW = "\2".repeat(2);
  static final String STAMP = "\3".repeat(12);

  private record Gap(char mark, int start, int length) {}

  static RequestTemplate of(String operation, String body) {
    var text =
        """
        POST / HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/x-amz-json-1.0\r
        X-Amz-Date: 20260101T000000Z\r
        Authorization: AWS4-HMAC-SHA256 \
        Credential=bench/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, \
        Signature=0000000000000000000000000000000000000000000000000000000000000000\r
        X-Amz-Target: DynamoDB_20120810.%s\r
        Content-Length: %d\r
        \r
        %s\
        """
            .formatted(operation, body.length(), body);
    var gaps = new ArrayList<Gap>();
    for (int at = 0; at < text.length(); at++) {
      char mark = text.charAt(at);
      if (mark > '\3') continue;
      int end = at;
      while (end < text.length() && text.charAt(end) == mark) end++;
      gaps.add(new Gap(mark, at, end - at));
      at = end - 1;
    }
    return new RequestTemplate(text.getBytes(StandardCharsets.US_ASCII), List.copyOf(gaps));
  }

  /** The request for these items. */
  byte[] with(long stamp, int... items) {
    var request = bytes.clone();
    int used = 0;
    for (var gap : gaps) {
      switch (gap.mark) {
        case '\1' -> write(request, gap, items[used] / BenchTarget.ROWS);
        case '\2' -> write(request, gap, items[used++] % BenchTarget.ROWS);
        default -> write(request, gap, stamp);
      }
    }
    return request;
  }

  private static void write(byte[] request, Gap gap, long number) {
    long rest = number;
    for (int at = gap.start + gap.length - 1; at >= gap.start; at--, rest /= 10) {
      request[at] = (byte) ('0' + rest % 10);
    }
  }
}
