package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.app.server.FuzzedRequests.FuzzedRequest;
import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.RequestSeeds;
import dev.trestle.dynamodb.http.RequestSeeds.Seed;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Requests to the engine's port that are nearly right. */
final class EngineRequests {
  static final String SYSTEM = "engine";

  private static final int MALFORMED_ONE_IN = 32;
  private static final int STRAYED_ONE_IN = 16;

  private final Random random;
  private final List<Seed> seeds;

  EngineRequests(Random random, List<Seed> seeds) {
    this.random = random;
    this.seeds = seeds;
  }

  /** Creates a table, and returns requests that are right for it. */
  static List<Seed> seeds(Trestle engine) {
    var client = engine.client();
    Samples.createTable(client);
    // A changed DeleteTable sometimes hits the wrong table.
    client.updateTable(r -> r.tableName(Samples.TABLE).deletionProtectionEnabled(true));
    client.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item("a", 1)));
    return RequestSeeds.of(client, engine.streamsClient()).all();
  }

  /** Requests for one connection; some may not be requests at all. */
  List<FuzzedRequest> batch(int count) {
    return Stream.generate(this::request).limit(count).toList();
  }

  private FuzzedRequest request() {
    var seed = any(seeds);
    var body = seed.body().getBytes(UTF_8);
    // Half of the requests are as they should be, so that they find something.
    if (random.nextBoolean()) {
      for (int i = random.nextInt(3); i >= 0; i--) body = FuzzedRequests.changed(body, random);
    }
    var target = random.nextInt(STRAYED_ONE_IN) == 0 ? any(seeds).target() : seed.target();
    var bytes = request(target, body);
    if (random.nextInt(MALFORMED_ONE_IN) == 0) bytes = FuzzedRequests.changed(bytes, random);
    return new FuzzedRequest(SYSTEM, target, bytes);
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static byte[] request(String target, byte[] body) {
    var head =
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
            + "X-Amz-Target: %s\r\nContent-Length: %d\r\n\r\n".formatted(target, body.length);
    var out = new ByteArrayOutputStream();
    out.writeBytes(head.getBytes(ISO_8859_1));
    out.writeBytes(body);
    return out.toByteArray();
  }
}
