package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.cli.ExitCode;
import dev.trestle.design.export.JsonTree;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

class MigrateCommandTest {
  private final Trestle trestle = Trestle.inMemory();
  private final DynamoDbServer server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);

  @AfterEach
  void close() {
    server.close();
    trestle.close();
  }

  private CommandRun run(String... args) {
    var all = new ArrayList<>(List.of("migrate"));
    all.addAll(List.of(args));
    all.addAll(List.of("stak", "--endpoint", server.endpoint().toString(), "--prefix", "x-"));
    return CommandRun.of(Path.of(""), Map.of(), all.toArray(String[]::new));
  }

  @Test
  void a_system_is_planned_applied_and_then_as_declared() {
    var plan = run("plan");
    assertThat(plan.err()).isEmpty();
    assertThat(plan.exitCode()).isEqualTo(ExitCode.SUCCESS);
    assertThat(plan.out()).contains("STEP", "create table stak");
    assertThat(run("plan", "--json").out()).contains("\"step\": \"create table stak");
    var apply = run("apply");
    assertThat(apply.err()).isEmpty();
    assertThat(apply.exitCode()).isEqualTo(ExitCode.SUCCESS);
    assertThat(apply.out()).contains("create table stak", "All is as declared.");
    assertThat(run("plan").out()).contains("Nothing to do.");
  }

  @Test
  void an_index_that_nobody_declares_is_dropped_when_that_is_said() {
    run("apply");
    var client = trestle.client();
    var attribute = AttributeDefinition.builder().attributeName("extra").attributeType("S").build();
    var key = KeySchemaElement.builder().attributeName("extra").keyType("HASH").build();
    var extra =
        GlobalSecondaryIndexUpdate.builder()
            .create(index ->
                index
                    .indexName("extra")
                    .keySchema(key)
                    .projection(all -> all.projectionType("ALL")))
            .build();
    client.updateTable(ask ->
        ask.tableName("x-stak").attributeDefinitions(attribute).globalSecondaryIndexUpdates(extra));
    assertThat(run("plan").out()).contains("drop index stak/extra", "apply --drop");
    var apply = run("apply");
    assertThat(apply.exitCode()).isEqualTo(ExitCode.SUCCESS);
    assertThat(apply.out()).contains("left for 'apply --drop': drop index stak/extra");
    var dropped = run("apply", "--drop", "--json").out().lines().toList();
    assertThat(dropped).allSatisfy(line -> assertThat(JsonTree.parse(line)).isNotNull());
    assertThat(dropped.getLast()).contains("\"done\": true");
    assertThat(run("plan").out()).contains("Nothing to do.");
  }

  @Test
  void what_cannot_be_used_is_said() {
    var file = CommandRun.of(Path.of(""), Map.of(), "migrate", "plan", "--model", "x.json");
    assertThat(file.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(file.err()).contains("A file has no records");
    assertThat(run("plan", "--units", "0").exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("apply", "--lease", "0").exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    var both = CommandRun.of(Path.of(""), Map.of(), "migrate", "plan", "stak", "homeops");
    assertThat(both.err()).contains("Name one DESIGN");
    assertThat(CommandRun.of(Path.of(""), Map.of(), "migrate").err()).contains("plan or apply");
  }
}
