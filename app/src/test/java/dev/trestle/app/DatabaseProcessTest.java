package dev.trestle.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database as its own process: started, used over HTTP, told to end, started again. */
class DatabaseProcessTest {
  static final String CREATE_TABLE =
      """
      {"TableName": "kept", "BillingMode": "PAY_PER_REQUEST",
       "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
       "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}\
      """;

  @TempDir Path folder;

  @Test
  void what_was_written_is_there_after_the_process_was_told_to_end() throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      try (var first = DatabaseProcess.start(folder.resolve("data"))) {
        assertThat(first.call(http, "CreateTable", CREATE_TABLE).body()).contains("\"kept\"");
        first.tellToEnd();
      }
      try (var second = DatabaseProcess.start(folder.resolve("data"))) {
        assertThat(second.call(http, "ListTables", "{}").body())
            .isEqualTo("{\"TableNames\":[\"kept\"]}");
      }
    }
  }
}
