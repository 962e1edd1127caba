package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.SystemName;
import dev.trestle.cli.ExitCode;
import dev.trestle.design.Design;
import dev.trestle.design.export.JsonTree;
import dev.trestle.design.export.ModelJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelCommandsTest {
  @TempDir Path folder = Path.of("");

  private CommandRun run(String... args) {
    return CommandRun.of(folder, Map.of(), args);
  }

  @Test
  void every_system_is_checked_if_none_is_named() {
    assertThat(run("check").out()).contains("messenger: ", "stak: ", "ecobid: ", "homeops: ");
    assertThat(run("check", "ecobid").out()).doesNotContain("stak: ");
  }

  @Test
  void a_fault_makes_the_check_end_with_one() throws IOException {
    var text = ModelJson.write(Design.of(SystemName.ECOBID.model()));
    Files.writeString(folder.resolve("fine.json"), text);
    assertThat(run("check", "--model", "fine.json").exitCode()).isEqualTo(ExitCode.SUCCESS);
    var faulty = text.replace("\"recovery\": true", "\"recovery\": false");
    Files.writeString(folder.resolve("faulty.json"), faulty);
    var run = run("check", "--model", "faulty.json", "--json");
    assertThat(run.exitCode()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(JsonTree.parse(run.out()).print()).contains("\"check\": \"recovery\"");
  }

  @Test
  void notes_are_counted_and_shown_on_request_each_kind_once() {
    var brief = run("check", "messenger").out();
    assertThat(brief)
        .doesNotContain("Fix:")
        .matches("(?s).*Fine: no faults, no warnings. --notes shows \\d+ notes.\\R");
    var whole = run("check", "messenger", "--notes").out();
    assertThat(whole).contains("note replicas").endsWith("no warnings." + System.lineSeparator());
    var fix = "Fix: let one region write at a time, and fail over when it is lost";
    assertThat(whole.split(fix, -1)).as("times that one fix is printed").hasSize(2);
  }

  @Test
  void a_model_that_is_not_there_is_named() {
    var run = run("check", "--model", "/nope.json");
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run.err()).contains("there is no file /nope.json").doesNotContain("Exception");
  }

  @Test
  void what_is_not_a_terminal_gets_no_colours() {
    assertThat(run("check").out()).doesNotContain("\u001b");
  }

  @Test
  void a_system_that_is_not_there_is_wrong_use() {
    var run = run("matrix", "mesenger");
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run.err()).contains("Did you mean 'messenger'?");
    assertThat(run("check", "--model", "no.json").exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("check", "stak", "--model", "no.json").err()).contains("Leave out");
  }

  @Test
  void the_matrix_comes_as_text_as_markdown_as_a_page_and_as_json() {
    assertThat(run("matrix", "stak").out()).contains("S4");
    assertThat(run("matrix", "stak", "--format", "markdown").out()).contains("| S4");
    assertThat(run("matrix", "stak", "--format", "html").out()).contains("<!doctype html>");
    assertThat(run("matrix", "--format", "html").exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(JsonTree.parse(run("matrix", "stak", "--json").out()).print())
        .contains("\"id\": \"S4\"");
  }

  @Test
  void a_plan_says_whose_prices_it_uses() {
    assertThat(run("plan", "homeops").out()).contains("us-east-1", "as declared");
    assertThat(run("plan", "homeops", "--region", "eu-north-1").out()).contains("an estimate");
    var unknown = run("plan", "homeops", "--region", "mars-1");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(unknown.err()).contains("no prices for mars-1");
    assertThat(JsonTree.parse(run("plan", "homeops", "--json").out()).print()).contains("\"bill\"");
  }

  @Test
  void several_exports_go_into_a_folder() {
    assertThat(run("export", "terraform", "-o", "all").exitCode()).isEqualTo(ExitCode.SUCCESS);
    for (var name : SystemName.ids()) assertThat(folder.resolve("all/" + name + ".tf")).exists();
    run("matrix", "stak", "ecobid", "--format", "html", "-o", "pages");
    assertThat(folder.resolve("pages/stak.html")).exists();
  }

  @Test
  void an_export_of_one_design_is_printed_or_goes_to_a_file() throws IOException {
    assertThat(run("export", "terraform").exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("export", "paper", "stak").exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("export", "terraform", "stak").out()).contains("aws_dynamodb_table");
    assertThat(run("export", "cdk", "stak").out()).contains("new dynamodb.Table(");
    assertThat(run("export", "cloudformation", "stak").out()).contains("AWS::DynamoDB::Table");
    assertThat(run("export", "workbench", "stak", "-o", "sub/model.json").out()).isEmpty();
    assertThat(Files.readString(folder.resolve("sub/model.json")))
        .contains("\"ModelName\": \"stak\"");
  }

  @Test
  void what_workbench_has_is_imported_and_can_be_checked() {
    run("export", "workbench", "ecobid", "-o", "workbench.json");
    var run = run("import", "workbench", "workbench.json", "-o", "model.json");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SUCCESS);
    assertThat(run("check", "--model", "model.json").out()).contains("ecobid: ");
    assertThat(run("matrix", "--model", "model.json").out()).contains("status-index");
    assertThat(run("import", "workbench", "model.json").err()).contains("no model of NoSQL");
  }
}
