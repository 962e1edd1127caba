package dev.trestle.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.Mail;
import dev.trestle.model.Mail.OfUser;
import dev.trestle.model.Mail.UserId;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.testing.Await;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

final class ConsoleApiTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private OpenConsole open = OpenConsole.open();

  @AfterEach
  void close() {
    open.close();
  }

  private static JsonNode named(JsonNode list, String field, String value) {
    return StreamSupport.stream(list.spliterator(), false)
        .filter(each -> each.path(field).asText().equals(value))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + field + " " + value + " in " + list));
  }

  @Test
  void a_pattern_shows_what_it_was_declared_as_and_what_it_did() {
    open.deliver(4);
    open.store.run(Mail.LATEST, new OfUser(OpenConsole.ANN));
    open.console.takeSample();
    var answer = open.get("/api/patterns");
    var rows = answer.at("/systems/0/rows");
    var latest = named(rows, "id", "L2");
    assertThat(latest.path("operation").asText()).isEqualTo("Query");
    assertThat(latest.path("declared_per_second").asDouble()).isEqualTo(40);
    assertThat(latest.path("metered").asBoolean()).isTrue();
    assertThat(named(rows, "id", "L6.letter").path("metered").asBoolean()).isFalse();
    var used = named(answer.path("used"), "id", "L2");
    assertThat(used.path("calls").asLong()).isEqualTo(1);
    assertThat(used.path("items").asLong()).isEqualTo(4);
    assertThat(used.path("read_units").asDouble()).isEqualTo(0.5);
    assertThat(used.at("/latency/p99").asDouble()).isPositive();
    assertThat(named(answer.path("used"), "id", "L6").path("write_units").asDouble()).isPositive();
  }

  @Test
  void services_that_servers_share_are_asked_each_time() {
    assertThat(open.get("/api/servers").path("services")).isEmpty();
    var redis = new AtomicBoolean(true);
    open.console.withServices(
        () -> List.of(new ConsoleService("Redis", "signals and rate limits", redis.get())));
    var service = open.get("/api/servers").path("services").path(0);
    assertThat(service.path("name").asText()).isEqualTo("Redis");
    assertThat(service.path("purpose").asText()).isEqualTo("signals and rate limits");
    assertThat(service.path("working").asBoolean()).isTrue();
    redis.set(false);
    assertThat(open.get("/api/servers").at("/services/0/working").asBoolean()).isFalse();
  }

  @Test
  void the_history_has_what_was_done_between_two_samples() {
    open.console.takeSample();
    open.deliver(3);
    open.console.takeSample();
    open.console.takeSample();
    var history = open.get("/api/history?system=mail&pattern=L6").path("calls");
    assertThat(history).hasSize(3);
    assertThat(history.get(0).asDouble()).isZero();
    assertThat(history.get(1).asDouble()).isPositive();
    assertThat(history.get(2).asDouble()).isZero();
    assertThat(open.get("/api/history?system=mail&pattern=L2").path("calls").get(1).asDouble())
        .isZero();
  }

  @Test
  void a_table_tells_its_size_its_indexes_and_the_patterns_it_is_browsed_by() {
    open.deliver(4);
    var mail = named(open.get("/api/tables").path("tables"), "name", "mail");
    assertThat(mail.path("stored").asText()).isEqualTo("test-mail");
    assertThat(mail.at("/size/items").asLong()).isEqualTo(5);
    assertThat(mail.at("/size/bytes").asLong()).isPositive();
    assertThat(mail.at("/indexes/0/name").asText()).isEqualTo("flagged");
    assertThat(mail.at("/indexes/0/size/items").asLong()).isEqualTo(2);
    assertThat(mail.path("stream").asText()).isEqualTo("NEW_AND_OLD_IMAGES");
    var detail = open.get("/api/tables/mail/mail");
    var reads = detail.path("patterns").findValuesAsText("id");
    assertThat(reads).containsExactly("L1", "L2", "L3", "L4", "L7", "A2", "A3");
    var asked = named(detail.path("patterns"), "id", "L1").path("parameters");
    assertThat(asked.findValuesAsText("name")).containsExactly("user", "since");
    assertThat(asked.get(0).path("example").asText()).isEqualTo(OpenConsole.ANN.value());
  }

  @Test
  void every_declared_alarm_is_listed_with_its_threshold_and_how_it_stands() {
    open.deliver(4);
    var answer = open.get("/api/alarms");
    var alarms = answer.path("alarms");
    assertThat(alarms.findValuesAsText("kind"))
        .containsExactly("THROTTLED", "LATENCY_P99", "COLLECTION_BYTES");
    var collection = named(alarms, "kind", "COLLECTION_BYTES");
    assertThat(collection.path("system").asText()).isEqualTo("mail");
    assertThat(collection.path("table").asText()).isEqualTo("mail");
    assertThat(collection.path("threshold").asLong()).isEqualTo(8L << 30);
    assertThat(collection.path("value").asLong())
        .isEqualTo(
            named(open.get("/api/tables").path("tables"), "name", "mail")
                .at("/size/bytes")
                .asLong());
    assertThat(collection.path("state").asText()).isEqualTo("FINE");
    assertThat(named(alarms, "kind", "LATENCY_P99").path("value").asDouble()).isPositive();
    assertThat(named(alarms, "kind", "THROTTLED").path("state").asText()).isEqualTo("FINE");
    assertThat(open.get("/api/overview").path("raised").asLong()).isZero();
  }

  @Test
  void the_times_to_which_tables_can_be_restored_are_listed() {
    var points = open.get("/api/restore-points");
    assertThat(points.path("tables").findValuesAsText("table")).containsExactly("test-mail");
    assertThat(points.path("unprotected").asInt()).isEqualTo(2);
    var mail = points.at("/tables/0");
    assertThat(Instant.parse(mail.path("earliest").asText()))
        .isBeforeOrEqualTo(Instant.parse(mail.path("latest").asText()));
  }

  @Test
  void backups_of_tables_are_listed_also_of_deleted_ones() {
    open.deliver(4);
    var client = open.trestle.client();
    client.createBackup(request -> request.tableName("test-mail").backupName("before"));
    client.updateTable(request -> request.tableName("test-mail").deletionProtectionEnabled(false));
    client.deleteTable(request -> request.tableName("test-mail"));
    var backups = open.get("/api/restore-points").path("backups");
    assertThat(backups.findValuesAsText("name"))
        .containsExactly("test-mail$DeletedTableBackup", "before");
    var ofDeleted = backups.get(0);
    assertThat(ofDeleted.path("of_deleted_table").asBoolean()).isTrue();
    assertThat(ofDeleted.path("items").asLong()).isEqualTo(5);
    assertThat(ofDeleted.path("expires").asText()).isNotEmpty();
    assertThat(backups.get(1).has("expires")).isFalse();
  }

  /** Operations on backups do not find it, of which the others on the page know nothing. */
  @Test
  void the_others_are_listed_while_a_table_is_being_restored() {
    open.deliver(5000);
    var backup =
        open.trestle
            .client()
            .createBackup(request -> request.tableName("test-mail").backupName("before"))
            .backupDetails()
            .backupArn();
    Await.until(
        () -> open.get("/api/restore-points").at("/backups/0/available").asBoolean(), PATIENCE);
    var copies = new AtomicInteger();
    Await.until(() -> isListedDuringRestore(backup, "copy" + copies.incrementAndGet()), PATIENCE);
  }

  /** Returns false if the restore was too fast to see. */
  private boolean isListedDuringRestore(String backup, String copy) {
    var client = open.trestle.client();
    client.restoreTableFromBackup(request -> request.backupArn(backup).targetTableName(copy));
    var points = open.get("/api/restore-points");
    var status = client.describeTable(request -> request.tableName(copy)).table().tableStatus();
    assertThat(points.path("tables").findValuesAsText("table")).containsExactly("test-mail");
    client.waiter().waitUntilTableExists(request -> request.tableName(copy));
    return status == TableStatus.CREATING;
  }

  @Test
  void items_are_found_by_a_pattern_page_by_page() {
    open.deliver(25);
    var path = "/api/systems/mail/patterns/L2/run";
    var parameters = "\"parameters\":{\"user\":\"%s\"}".formatted(OpenConsole.ANN.value());
    var first = OpenConsole.tree(open.post(path, "{" + parameters + "}").body());
    assertThat(first.path("items")).hasSize(20);
    var rest =
        open.post(
            path, "{%s,\"cursor\":\"%s\"}".formatted(parameters, first.path("next").asText()));
    assertThat(OpenConsole.tree(rest.body()).path("items")).hasSize(5);
  }

  @Test
  void an_item_shows_sizes_units_and_its_keys_part_by_part() {
    open.deliver(1);
    var answer =
        open.post(
            "/api/systems/mail/patterns/L4/run",
            """
            {"parameters":{"user":"%s","received":"2026-11-16T12:00:00Z","id":"%s"}}\
            """
                .formatted(OpenConsole.ANN.value(), OpenConsole.id(0)));
    var item = OpenConsole.tree(answer.body()).at("/items/0");
    assertThat(item.path("entity").asText()).isEqualTo("Letter");
    var sizes = item.path("attributes").findValues("bytes");
    assertThat(sizes.stream().mapToInt(JsonNode::asInt).sum())
        .isEqualTo(item.path("bytes").asInt());
    assertThat(item.path("put_units").asDouble()).isEqualTo(2);
    assertThat(item.path("eventual_read_units").asDouble()).isEqualTo(0.5);
    var sort = named(item.path("keys"), "attribute", "sk");
    assertThat(sort.path("template").asText()).isEqualTo("m#<received>#<id>");
    assertThat(sort.path("role").asText()).isEqualTo("sort");
    var received = sort.at("/segments/1");
    assertThat(received.path("part").asText()).isEqualTo("received");
    assertThat(received.path("text").asText()).isEqualTo("1794830400000");
    assertThat(received.path("meaning").asText()).isEqualTo("2026-11-16T12:00:00Z");
    assertThat(named(item.path("keys"), "attribute", "fpk").path("of").asText())
        .isEqualTo("flagged");
  }

  @Test
  void an_index_that_shows_a_part_and_a_collection_of_several_kinds_are_browsed_too() {
    open.deliver(3);
    var user = OpenConsole.ANN.value();
    var flagged =
        OpenConsole.tree(
            open.post(
                    "/api/systems/mail/patterns/L3/run",
                    "{\"parameters\":{\"user\":\"%s\",\"flag\":\"later\"}}".formatted(user))
                .body());
    assertThat(flagged.path("items")).hasSize(2);
    assertThat(flagged.at("/items/0/view").asBoolean()).isTrue();
    var all =
        OpenConsole.tree(
            open.post(
                    "/api/systems/mail/patterns/L7/run",
                    "{\"parameters\":{\"user\":\"%s\"}}".formatted(user))
                .body());
    assertThat(all.path("items").findValuesAsText("entity"))
        .containsExactly("Box", "Letter", "Letter", "Letter");
  }

  @Test
  void what_does_not_fit_is_said_field_by_field() {
    var path = "/api/systems/mail/patterns/L1/run";
    var faults = open.post(path, "{\"parameters\":{\"since\":\"yesterday\"}}");
    assertThat(faults.statusCode()).isEqualTo(400);
    assertThat(OpenConsole.tree(faults.body()).findValuesAsText("field"))
        .containsExactly("user", "since");
    var unlike =
        open.post(path, "{\"parameters\":{\"user\":\"x\",\"since\":\"2026-11-16T12:00:00Z\"}}");
    assertThat(unlike.statusCode()).isEqualTo(400);
    assertThat(OpenConsole.tree(unlike.body()).findValuesAsText("field")).containsExactly("user");
    assertThat(open.post("/api/systems/mail/patterns/L2/run", "[]").statusCode()).isEqualTo(400);
  }

  @Test
  void a_write_is_not_run_and_there_is_no_scan() {
    var path = "/api/systems/mail/patterns/%s/run";
    assertThat(open.post(path.formatted("L8"), "{}").statusCode()).isEqualTo(422);
    assertThat(open.post(path.formatted("scan"), "{}").statusCode()).isEqualTo(404);
    assertThat(open.post("/api/systems/none/patterns/L2/run", "{}").statusCode()).isEqualTo(404);
  }

  @Test
  void a_hot_key_is_explained_by_its_template() {
    open.deliver(1);
    for (int i = 0; i < 2000; i++) open.store.run(Mail.LATEST, new OfUser(OpenConsole.ANN));
    var heat = named(open.get("/api/heat").path("tables"), "table", "test-mail");
    assertThat(heat.path("requests").asLong()).isGreaterThanOrEqualTo(2000);
    assertThat(heat.path("last_minute")).hasSize(256);
    var hottest = heat.at("/hottest/0");
    assertThat(hottest.path("key").asText()).isEqualTo("u#" + OpenConsole.ANN.value());
    assertThat(hottest.path("template").asText()).isEqualTo("u#<user>");
    assertThat(hottest.at("/segments/1/text").asText()).isEqualTo(OpenConsole.ANN.value());
  }

  @Test
  void the_keys_of_the_last_minute_are_not_those_since_the_start() {
    var bob = new UserId("u_01JCQZ8M5R3V7W9X1Y2Z3A4B5D");
    for (int i = 0; i < 2000; i++) open.store.run(Mail.LATEST, new OfUser(OpenConsole.ANN));
    // More samples than a minute has.
    for (int i = 0; i < 70; i++) open.console.takeSample();
    for (int i = 0; i < 2000; i++) open.store.run(Mail.LATEST, new OfUser(bob));
    var heat = named(open.get("/api/heat").path("tables"), "table", "test-mail");
    assertThat(heat.path("hottest_last_minute").findValuesAsText("key"))
        .containsExactly("u#" + bob.value());
    assertThat(heat.path("hottest").findValuesAsText("key"))
        .contains("u#" + bob.value(), "u#" + OpenConsole.ANN.value());
    assertThat(heat.path("requests_last_minute").asLong()).isEqualTo(2000);
  }

  @Test
  void an_example_of_parameters_finds_something_that_is_stored() {
    var path = "/api/systems/mail/patterns/%s/example";
    var none = open.get(path.formatted("L4"));
    assertThat(none.path("found").asBoolean()).isFalse();
    assertThat(none.at("/parameters/user").asText()).isEqualTo(OpenConsole.ANN.value());
    open.deliver(3);
    for (var pattern : List.of("L1", "L2", "L3", "L4")) {
      var example = open.get(path.formatted(pattern));
      assertThat(example.path("found").asBoolean()).as(pattern).isTrue();
      var body = "{\"parameters\":" + example.path("parameters") + "}";
      var found = open.post("/api/systems/mail/patterns/" + pattern + "/run", body);
      assertThat(OpenConsole.tree(found.body()).path("items")).as(pattern).isNotEmpty();
    }
    assertThat(
            open.send(HttpRequest.newBuilder(open.at(path.formatted("L8"))).build()).statusCode())
        .isEqualTo(422);
  }

  @Test
  void checks_cost_streams_and_engine_have_their_figures() {
    open.deliver(1);
    assertThat(open.get("/api/checks").at("/systems/0/faults").asInt()).isZero();
    var cost = open.get("/api/cost").at("/systems/0");
    assertThat(cost.at("/declared/total").asDouble()).isPositive();
    assertThat(cost.path("patterns").get(0).path("dollars").asDouble()).isPositive();
    assertThat(open.get("/api/streams").at("/streams/0/table").asText()).isEqualTo("test-mail");
    var engine = open.get("/api/engine").path("engine");
    assertThat(engine.path("durability").asText()).isEqualTo("FAST");
    assertThat(engine.path("operations").findValuesAsText("operation"))
        .contains("TransactWriteItems");
    var overview = open.get("/api/overview").at("/systems/0");
    assertThat(overview.path("items").asLong()).isEqualTo(2);
    assertThat(overview.path("tables").asInt()).isEqualTo(2);
  }

  @Test
  void a_consumer_shows_how_far_it_has_come_in_each_shard() {
    open.deliver(3);
    var consumer =
        new ChangeConsumer() {
          @Override
          public void changed(List<Change> changes) {}

          @Override
          public void gap(String shard) {}
        };
    try (var _ = open.feed.follow("mail-index", Mail.MAIL, Start.HORIZON, consumer)) {
      var feed =
          Await.value(
              () -> Optional.of(open.get("/api/streams").at("/feeds/0")).filter(this::isThrough),
              Duration.ofSeconds(30));
      assertThat(feed.path("name").asText()).isEqualTo("mail-index");
      assertThat(feed.path("positions").findValuesAsText("owner")).contains("one");
    }
  }

  /** Three letters, and their box three times. */
  private boolean isThrough(JsonNode feed) {
    var changes = feed.path("positions").findValues("changes");
    return changes.stream().mapToInt(JsonNode::asInt).sum() == 6;
  }

  @Test
  void without_an_engine_the_console_says_so_and_goes_on() {
    open.close();
    open = OpenConsole.withoutEngine();
    open.deliver(1);
    assertThat(open.get("/api/overview").path("engine").asBoolean()).isFalse();
    assertThat(open.get("/api/tables").at("/tables/0").has("size")).isFalse();
    assertThat(open.get("/api/engine").has("engine")).isFalse();
    assertThat(open.get("/api/heat").path("tables")).isEmpty();
    assertThat(open.get("/api/streams").path("streams")).isEmpty();
  }

  @Test
  void a_dead_letter_is_replayed_or_dropped_once() {
    open.queue.giveUp("one", "no such mailbox");
    open.queue.giveUp("two", "no such mailbox");
    var state = open.get("/api/queues").at("/queues/0");
    assertThat(state.at("/state/dead").asLong()).isEqualTo(2);
    assertThat(state.path("dead_letters").findValuesAsText("id")).isEqualTo(List.of("one", "two"));
    var replay = "/api/queues/mail-delivery/replay";
    assertThat(open.post(replay, "{\"id\":\"one\"}").statusCode()).isEqualTo(204);
    assertThat(open.post(replay, "{\"id\":\"one\"}").statusCode()).isEqualTo(404);
    assertThat(open.post("/api/queues/mail-delivery/drop", "{\"id\":\"two\"}").statusCode())
        .isEqualTo(204);
    assertThat(open.post("/api/queues/mail-delivery/drop", "{}").statusCode()).isEqualTo(400);
    assertThat(open.queue.dead).isEmpty();
  }

  @Test
  void a_form_of_another_page_cannot_replay() {
    open.queue.giveUp("one", "no such mailbox");
    var form =
        HttpRequest.newBuilder(open.at("/api/queues/mail-delivery/replay"))
            .header("Content-Type", "text/plain")
            .POST(BodyPublishers.ofString("{\"id\":\"one\"}"))
            .build();
    assertThat(open.send(form).statusCode()).isEqualTo(415);
    assertThat(open.queue.replayed).isEmpty();
  }
}
