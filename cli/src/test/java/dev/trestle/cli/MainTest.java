package dev.trestle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.ChildJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line without our systems. */
class MainTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  private record Run(int exitCode, String out, String err) {}

  private Run run(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var environment = new Environment(Map.of(), folder, new ClasspathDesigns());
    int exitCode = Main.run(environment, new PrintWriter(out), new PrintWriter(err), args);
    return new Run(exitCode, out.toString(), err.toString());
  }

  @Test
  void models_on_the_class_path_are_found() {
    try (var program = ChildJvm.start(Main.class, List.of(), List.of("matrix"))) {
      assertThat(program.awaitEnd(PATIENCE)).as(program.err()).isZero();
      assertThat(program.lines())
          .anyMatch(line -> line.contains("who has a tool"))
          .anyMatch(line -> line.contains("weigh a parcel"));
    }
    assertThat(run("check", "--strict", Loans.class.getName()).out())
        .contains("Fine: no faults, no warnings.");
  }

  @Test
  void tables_of_a_named_model_are_created_in_the_engine_that_db_serves() {
    var db = List.of("db", "--in-memory", "--port", "0");
    try (var server = ChildJvm.start(Main.class, List.of(), db)) {
      var endpoint = server.awaitLine("DynamoDB on ", PATIENCE);
      var model = Loans.class.getName();
      assertThat(run("create", model, "--endpoint", endpoint).out()).contains("loans", "created");
      assertThat(run("diff", model, "--endpoint", endpoint).out())
          .startsWith("1 table is as declared");
    }
  }

  /** Once each design refused what the file has for the others. */
  @Test
  void loads_from_a_file_are_those_of_one_design() throws IOException {
    Files.writeString(folder.resolve("loads.csv"), "T1, 3\n");
    var run = run("simulate", "--load", "loads.csv");
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run.err()).contains("--load has the loads of one design. Name it.");
  }

  @Test
  void models_in_a_jar_are_found() throws IOException {
    var name = Loans.class.getName().replace('.', '/') + ".class";
    try (var jar = new ZipOutputStream(Files.newOutputStream(folder.resolve("loans.jar")));
        var bytes = Loans.class.getClassLoader().getResourceAsStream(name)) {
      jar.putNextEntry(new ZipEntry(name));
      jar.write(Objects.requireNonNull(bytes).readAllBytes());
    }
    assertThat(run("matrix", "--classpath", "loans.jar").out()).contains("who has a tool");
  }

  @Test
  void a_place_without_models_is_refused() throws IOException {
    Files.createDirectory(folder.resolve("empty"));
    var run = run("check", "--classpath", "empty");
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run.err()).contains("No public class in", "public static field of type Model");
  }

  @Test
  void a_class_that_is_not_there_is_named() {
    var run = run("check", "com.example.Gone");
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run.err()).contains("There is no class com.example.Gone in the class path.");
  }

  @Test
  void a_template_in_yaml_becomes_a_model() throws IOException {
    Files.writeString(
        folder.resolve("orders.yaml"),
        """
        Resources:
          Orders:
            Type: AWS::DynamoDB::Table
            Properties:
              TableName: !Sub "${Stage}-orders"
              BillingMode: PAY_PER_REQUEST
              AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]
              KeySchema: [{AttributeName: pk, KeyType: HASH}]
        """);
    var run = run("import", "cloudformation", "orders.yaml", "--class", "com.example.Orders");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("package com.example;", "Table.named(\"Orders\")");
  }

  @Test
  void db_does_not_open_to_other_machines_unasked() {
    var run = run("db", "--in-memory", "--host", "0.0.0.0");
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run.err()).contains("--credentials FILE", "--allow-anyone");
  }

  @Test
  void db_refuses_what_it_cannot_use() {
    assertThat(run("db", "--in-memory", "--data", "x").err()).contains("Leave out --data.");
    var port = run("db", "--in-memory", "--port", "70000");
    assertThat(port.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(port.err())
        .contains("db.port is '70000' (flag --port): it must be a number from 0 to 65535");
    assertThat(run("db", "--durability", "quick").err()).contains("it must be sync or fast");
    assertThat(run("db", "--index-lag=-1").err()).contains("it must be a number from 0 to");
    assertThat(run("db", "--limits=a b").err()).contains("names of tables");
  }

  @Test
  void help_says_what_can_be_named() {
    assertThat(run("check", "--help").out()).containsPattern("all on the class\\s+path");
    assertThat(run("export", "cloudformation", "--help").out())
        .containsPattern("on the class\\s+path");
    assertThat(run("--version").out()).startsWith("trestle ").doesNotContain("${");
  }

  @Test
  void a_mistyped_command_is_recognised() {
    assertThat(run("chek").err()).contains("Did you mean 'check'?");
  }
}
