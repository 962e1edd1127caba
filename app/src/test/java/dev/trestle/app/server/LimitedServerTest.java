package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.CallFailed;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.messenger.client.ChatCalls;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/** Messenger on a server that throttles one of its tables. */
class LimitedServerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String RAISED =
      "alarm_raised{alarm=\"throttled\",index=\"none\",system=\"messenger\",table=\"%s\"}";

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();

  /** Uses up the write units of the table, those that were saved too. */
  private static void useUp(DynamoDbClient db) {
    var nothing = Map.of("chat_id", AttributeValue.fromS("none"));
    db.updateTable(ask ->
        ask.tableName("chats")
            .provisionedThroughput(units -> units.readCapacityUnits(40L).writeCapacityUnits(1L)));
    try {
      while (true) db.deleteItem(ask -> ask.tableName("chats").key(nothing));
    } catch (ProvisionedThroughputExceededException e) {
      // Used up.
    }
  }

  @Test
  void what_is_throttled_is_slower_and_shows_in_metrics_and_alarms() {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "messenger",
            "TRESTLE_LIMITS", "chats",
            "TRESTLE_DATA", folder.resolve("data").toString());
    var configuration = Configuration.read(Map.of(), environment, folder);
    var context = new AtomicReference<SystemContext>();
    try (var server =
        RunningServer.start(
            configuration,
            ServerMode.DEV,
            opened -> {
              context.set(opened);
              return opened;
            })) {
      var address = URI.create(server.address());
      var anna = SignedInClient.signIn(http, address, "+46701740611", "test", code -> code);
      assertThat(throttled(address, "chats")).isZero();
      assertThat(metric(address, RAISED.formatted("chats"))).isZero();
      useUp(context.get().stores().client());
      Await.until(() -> isCreated(anna), PATIENCE);
      assertThat(throttled(address, "chats")).isPositive();
      assertThat(throttled(address, "messages")).isZero();
      Await.until(() -> metric(address, RAISED.formatted("chats")) == 1, PATIENCE);
      assertThat(metric(address, RAISED.formatted("messages"))).isZero();
    } finally {
      http.shutdownNow();
    }
  }

  private static boolean isCreated(SignedInClient anna) {
    try {
      ChatCalls.createGroup(anna, "Slow", List.of());
      return true;
    } catch (CallFailed failed) {
      assertThat(failed.status()).isEqualTo(503);
      return false;
    }
  }

  private double throttled(URI address, String table) {
    return metric(address, "requests_throttled_total{table=\"%s\"}".formatted(table));
  }

  private double metric(URI address, String series) {
    var request = HttpRequest.newBuilder(address.resolve("/metrics")).build();
    var text = http.sendAsync(request, BodyHandlers.ofString()).join().body();
    var line =
        Pattern.compile("^" + Pattern.quote(series) + " (\\S+)$", Pattern.MULTILINE).matcher(text);
    assertThat(line.find()).as(series).isTrue();
    return Double.parseDouble(line.group(1));
  }
}
