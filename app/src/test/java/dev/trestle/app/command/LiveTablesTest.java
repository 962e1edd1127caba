package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.SystemName;
import dev.trestle.app.server.RunningDatabase;
import dev.trestle.cli.EndpointCredentials;
import dev.trestle.cli.ExitCode;
import dev.trestle.design.Design;
import dev.trestle.design.export.CloudFormation;
import dev.trestle.design.export.Everything;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.model.Mail;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.store.TableCreation;
import dev.trestle.store.TableDrift;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;

class LiveTablesTest {
  @TempDir Path folder = Path.of("");

  @Test
  void tables_made_from_the_exported_template_are_those_of_the_model() {
    var designs = new ArrayList<>(List.of(Design.of(Mail.MODEL), inOneRegion()));
    for (var system : SystemName.values()) designs.add(withoutReplicas(system.model()));
    for (var design : designs) {
      try (var trestle = Trestle.open(EngineOptions.inMemory())) {
        var client = trestle.client();
        assertThat(TableDrift.of(design.tables(), client, "")).hasSize(design.tables().size());
        TemplateTables.create(CloudFormation.write(design), client);
        assertThat(TableDrift.of(design.tables(), client, "")).isEmpty();
      }
    }
  }

  private static Design inOneRegion() {
    var all = Design.of(Everything.MODEL);
    return new Design(
        all.name(),
        all.tables().stream().filter(table -> table.replicas().isEmpty()).toList(),
        List.of(),
        List.of());
  }

  /** A table with replicas is another resource, which needs more than one region. */
  private static Design withoutReplicas(Model model) {
    var all = Design.of(model);
    return new Design(
        all.name(),
        all.tables().stream().map(LiveTablesTest::withoutReplicas).toList(),
        List.of(),
        List.of());
  }

  static Table withoutReplicas(Table table) {
    return new Table(
        table.name(),
        table.importance(),
        table.partition(),
        table.sort(),
        table.indexes(),
        table.billing(),
        table.timeToLive(),
        table.recovery(),
        table.backups(),
        List.of(),
        table.encryption(),
        table.deletionProtection(),
        table.stream(),
        table.alarms(),
        table.place());
  }

  @Test
  void an_engine_on_its_own_has_no_replicas_to_miss() {
    var design = Design.of(SystemName.MESSENGER.model());
    assertThat(design.tables()).anyMatch(table -> !table.replicas().isEmpty());
    try (var trestle = Trestle.open(EngineOptions.inMemory())) {
      TableCreation.create(SystemName.MESSENGER.model(), trestle.client(), "");
      assertThat(TableDrift.of(design.tables(), trestle.client(), "")).isEmpty();
    }
  }

  @Test
  void create_makes_the_tables_of_an_endpoint_and_diff_finds_what_was_changed() {
    var environment = Map.of("TRESTLE_DB_PORT", "0");
    var configuration = Configuration.read(Map.of(), environment, folder);
    try (var database = RunningDatabase.start(configuration, true)) {
      var endpoint = database.endpoint().orElseThrow().toString();
      var before = run("diff", "homeops", "--endpoint", endpoint, "--prefix", "x-");
      assertThat(before.exitCode()).isEqualTo(ExitCode.PROBLEMS);
      assertThat(before.out()).contains("x-homeops-messages", "none");
      var made = run("create", "homeops", "--endpoint", endpoint, "--prefix", "x-");
      assertThat(made.err()).isEmpty();
      assertThat(made.exitCode()).isEqualTo(ExitCode.SUCCESS);
      assertThat(made.out()).contains("x-homeops", "created");
      assertThat(run("create", "homeops", "--endpoint", endpoint, "--prefix", "x-").out())
          .contains("exists");
      var after = run("diff", "homeops", "--endpoint", endpoint, "--prefix", "x-");
      assertThat(after.out()).contains("are as declared");
      assertThat(after.exitCode()).isEqualTo(ExitCode.SUCCESS);

      var client =
          DynamoDbClient.builder()
              .endpointOverride(database.endpoint().orElseThrow())
              .region(Region.US_EAST_1)
              .credentialsProvider(EndpointCredentials.find())
              .build();
      client.updateTable(ask -> ask.tableName("x-homeops").deletionProtectionEnabled(false));
      var dropped =
          GlobalSecondaryIndexUpdate.builder()
              .delete(index -> index.indexName("chatId-timestamp-index"))
              .build();
      client.updateTable(
          ask -> ask.tableName("x-homeops-messages").globalSecondaryIndexUpdates(dropped));
      var drift = run("diff", "homeops", "--endpoint", endpoint, "--prefix", "x-");
      assertThat(drift.exitCode()).isEqualTo(ExitCode.PROBLEMS);
      assertThat(drift.out()).contains("deletion protection", "index chatId-timestamp-index");
    }
  }

  @Test
  void an_endpoint_that_does_not_answer_is_something_missing() {
    var run = run("diff", "stak", "--endpoint", "http://127.0.0.1:1");
    assertThat(run.exitCode()).isEqualTo(ExitCode.MISSING);
    assertThat(run.err()).contains("http://127.0.0.1:1");
    assertThat(run("diff", "stak", "--endpoint", "nowhere").exitCode())
        .isEqualTo(ExitCode.WRONG_USAGE);
  }

  private CommandRun run(String... args) {
    return CommandRun.of(folder, Map.of(), args);
  }
}
