package dev.trestle.dynamodb.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.http.RawClient;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/**
 * Many connections at once, each reading what it wrote. {@code ./trestle bench http --soak} runs it
 * for a minute.
 */
class ManyConnectionsTest {
  private static final int CONNECTIONS = 256;
  private static final int REQUESTS = 20;

  @Test
  void each_of_256_connections_reads_what_it_wrote() throws Exception {
    try (var trestle = Trestle.inMemory();
        var server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Samples.createTable(trestle.client());
      var all = new ArrayList<Callable<Integer>>();
      for (int i = 0; i < CONNECTIONS; i++) {
        var name = "c" + i;
        all.add(() -> writeAndRead(name, server.port()));
      }

      for (var one : threads.invokeAll(all)) assertThat(one.get()).isEqualTo(REQUESTS);

      var counted = trestle.client().scan(r -> r.tableName(Samples.TABLE).select("COUNT"));
      assertThat(counted.count()).isEqualTo(CONNECTIONS * REQUESTS);
    }
  }

  private static int writeAndRead(String name, int port) {
    try (var client = new RawClient(port)) {
      for (int i = 0; i < REQUESTS; i++) {
        var key = "\"pk\":{\"S\":\"" + name + "\"},\"sk\":{\"N\":\"" + i + "\"}";
        var put = request("PutItem", "\"Item\":{" + key + "}");
        var get = request("GetItem", "\"ConsistentRead\":true,\"Key\":{" + key + "}");
        assertThat(client.send(put).read().text()).isEqualTo("{}");
        assertThat(client.send(get).read().text()).isEqualTo("{\"Item\":{" + key + "}}");
      }
      return REQUESTS;
    }
  }

  private static String request(String operation, String members) {
    var body = "{\"TableName\":\"samples\"," + members + "}";
    return "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
        + "X-Amz-Target: DynamoDB_20120810."
        + operation
        + "\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }
}
