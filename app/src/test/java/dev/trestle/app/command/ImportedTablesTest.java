package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.SystemName;
import dev.trestle.app.server.RunningDatabase;
import dev.trestle.cli.EndpointCredentials;
import dev.trestle.cli.ExitCode;
import dev.trestle.design.Design;
import dev.trestle.design.check.Finding;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.design.export.CloudFormation;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import dev.trestle.store.TableDrift;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Models imported from tables and templates compile, and declare the tables as they are. */
class ImportedTablesTest {
  private static final String CLASS = "com.example.Imported";

  /** As many as it takes to be sure. */
  private static final int ITEMS_EACH = 20;

  private static final Pattern GUESS =
      Pattern.compile("(?m)(\\S+: )\\S+ has the key (.*) \\([a-z ]+: \\d+ of \\d+ items\\)");

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource
  void a_model_imported_from_tables_has_no_difference_to_them(SystemName system) throws Exception {
    try (var database = database()) {
      var endpoint = database.endpoint().orElseThrow().toString();
      assertThat(run("create", system.id(), "--endpoint", endpoint).exitCode()).isZero();
      var design = Design.of(system.model());
      try (var client = client(database)) {
        ExampleItems.put(design, client, ITEMS_EACH);
      }
      var args = new ArrayList<>(List.of("import", "table"));
      design.tables().stream().map(Table::name).forEach(args::add);
      args.addAll(
          List.of("--endpoint", endpoint, "--class", CLASS, "-o", "com/example/Imported.java"));
      var imported = run(args.toArray(String[]::new));
      assertThat(imported.exitCode()).as(imported.err()).isZero();
      assertGuessed(design, imported.err());
      compile();
      // The tables do not tell which patterns read an index, what is backed up, and which values
      // the parts of two kinds of keys never have.
      assertThat(ModelCheck.of(model()).faults())
          .extracting(Finding::check)
          .isSubsetOf("index-needed", "recovery", "disjoint");
      var diff = run("diff", CLASS, "--classpath", "classes", "--endpoint", endpoint);
      assertThat(diff.err()).isEmpty();
      assertThat(diff.out()).contains("as declared");
      assertThat(diff.exitCode()).isZero();
    }
  }

  /** An engine removes items whose time has passed, and most examples have a time of their own. */
  @ParameterizedTest
  @EnumSource
  void the_items_that_are_imported_do_not_expire(SystemName system) {
    var design = Design.of(system.model());
    var expiries = new ArrayList<Instant>();
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(system.model(), trestle.client(), "");
      ExampleItems.put(design, trestle.client(), 1);
      for (var table : design.tables()) {
        if (table.timeToLive().isEmpty()) continue;
        for (var item : trestle.client().scan(ask -> ask.tableName(table.name())).items()) {
          var seconds = item.get(table.timeToLive().get());
          if (seconds != null) expiries.add(Instant.ofEpochSecond(Long.parseLong(seconds.n())));
        }
      }
    }
    assertThat(expiries).isNotEmpty().allMatch(Instant.now()::isBefore);
  }

  /** Entities whose keys look alike are taken for one kind; all others are found as declared. */
  private static void assertGuessed(Design design, String findings) {
    var guessed =
        GUESS
            .matcher(findings)
            .results()
            .map(found -> found.group(1) + found.group(2).replaceAll("<[^>]*>", "<>"))
            .toList();
    var declared =
        design.entities().stream()
            .map(ExpectedGuess::of)
            .collect(Collectors.groupingBy(ExpectedGuess::kind));
    assertThat(guessed).as(findings).hasSameSizeAs(declared.keySet());
    for (var alike : declared.values()) {
      if (alike.size() == 1) assertThat(guessed).as(findings).contains(alike.getFirst().key());
    }
    assertThat(findings).contains("sure: ").doesNotContain("a guess: ", "likely: ");
  }

  @ParameterizedTest
  @EnumSource
  void a_model_imported_from_an_exported_template_declares_the_same_tables(SystemName system)
      throws Exception {
    var template = CloudFormation.write(alone(Design.of(system.model())));
    Files.writeString(folder.resolve("template.json"), template);
    var imported =
        run(
            "import",
            "cloudformation",
            "template.json",
            "--class",
            CLASS,
            "-o",
            "com/example/Imported.java");
    assertThat(imported.exitCode()).as(imported.err()).isZero();
    compile();
    try (var trestle = Trestle.inMemory()) {
      TemplateTables.create(template, trestle.client());
      var model = model();
      assertThat(model.tables()).hasSameSizeAs(system.model().tables());
      assertThat(TableDrift.of(model.tables(), trestle.client(), "")).isEmpty();
    }
  }

  @Test
  void replicas_of_a_template_are_kept() {
    var design = Design.of(SystemName.MESSENGER.model());
    var read = CloudFormation.read(CloudFormation.write(design), "template.json");
    assertThat(read)
        .extracting(Table::replicas)
        .isEqualTo(design.tables().stream().map(Table::replicas).toList());
  }

  @Test
  void a_template_without_tables_and_a_missing_table_are_named() throws IOException {
    Files.writeString(
        folder.resolve("other.json"),
        """
        {"Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}}
        """);
    var template = run("import", "cloudformation", "other.json");
    assertThat(template.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(template.err()).contains("has no table of DynamoDB");
    try (var database = database()) {
      var endpoint = database.endpoint().orElseThrow().toString();
      var missing = run("import", "table", "gone", "--endpoint", endpoint);
      assertThat(missing.exitCode()).isEqualTo(ExitCode.PROBLEMS);
      assertThat(missing.err()).contains("there is no table gone");
    }
  }

  @Test
  void items_that_another_program_wrote_are_read_by_the_generated_record() throws Exception {
    try (var database = database();
        var client = client(database)) {
      OrdersOfOthers.write(client);
      var endpoint = database.endpoint().orElseThrow().toString();
      var imported =
          run(
              "import",
              "table",
              "orders",
              "--endpoint",
              endpoint,
              "--class",
              CLASS,
              "-o",
              "com/example/Imported.java");
      assertThat(imported.err())
          .contains("CustomerOrder has the key CUSTOMER#<pk> / ORDER#<sk> (sure: 25 of 28 items)")
          .contains("CustomerProfile has the key CUSTOMER#<pk> / PROFILE (likely: 3 of 28 items)");
      assertThat(Files.readString(folder.resolve("com/example/Imported.java")))
          .doesNotContain("Ann", "Elm Street");
      compile();
      var model = model();
      var store = Store.of(model, client);
      assertThat(read(store, "get-CustomerOrder", "c1", "2026-007").orElseThrow().toString())
          .contains("pk=c1", "sk=2026-007", "total=12.5", "lines=[", "note=Optional[by the door]");
      assertThat(read(store, "get-CustomerProfile", "c1").orElseThrow().toString())
          .contains("Ann", "Elm Street 3");
    }
  }

  /** The generated types are known only at run time. */
  @SuppressWarnings("unchecked")
  private static Optional<Object> read(Store store, String id, Object... key) throws Exception {
    AccessPattern pattern = store.model().pattern(id).orElseThrow();
    var get = (Get<Object, Object>) pattern;
    var constructor = get.parameters().type().getDeclaredConstructors()[0];
    return store.run(get, constructor.newInstance(key));
  }

  /** A table with replicas is another resource, which needs more than one region. */
  private static Design alone(Design design) {
    return new Design(
        design.name(),
        design.tables().stream().map(LiveTablesTest::withoutReplicas).toList(),
        List.of(),
        List.of());
  }

  private void compile() {
    var source = folder.resolve("com/example/Imported.java");
    var errors = new ByteArrayOutputStream();
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                errors,
                errors,
                "-proc:none",
                "-d",
                folder.resolve("classes").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertThat(result).as(errors.toString(StandardCharsets.UTF_8)).isZero();
  }

  /** The generated model. Its class loader stays open for the classes that it needs later. */
  @SuppressWarnings("resource")
  private Model model() throws Exception {
    var classes = new URL[] {folder.resolve("classes").toUri().toURL()};
    var type = Class.forName(CLASS, true, new URLClassLoader(classes));
    return (Model) type.getField("MODEL").get(null);
  }

  private RunningDatabase database() {
    var environment = Map.of("TRESTLE_DB_PORT", "0");
    return RunningDatabase.start(Configuration.read(Map.of(), environment, folder), true);
  }

  private static DynamoDbClient client(RunningDatabase database) {
    return DynamoDbClient.builder()
        .endpointOverride(database.endpoint().orElseThrow())
        .region(Region.US_EAST_1)
        .credentialsProvider(EndpointCredentials.find())
        .build();
  }

  private CommandRun run(String... args) {
    return CommandRun.of(folder, Map.of(), args);
  }
}
