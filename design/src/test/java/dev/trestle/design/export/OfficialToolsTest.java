package dev.trestle.design.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.Design;
import dev.trestle.model.Mail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The exports are what others understand by them. Needs node, npm and, once, the network. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OfficialToolsTest {
  private static final List<Design> DESIGNS =
      List.of(Design.of(Mail.MODEL), Design.of(Everything.MODEL));

  private OfficialTools tools = OfficialToolsTest.installed();

  private static OfficialTools installed() {
    try {
      return OfficialTools.installed();
    } catch (IOException e) {
      throw new AssertionError("node and npm are needed (Debian: nodejs npm)", e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeAll
  void write() throws IOException {
    for (var design : DESIGNS) {
      var folder = Files.createDirectories(folder(design));
      Files.writeString(folder.resolve("template.json"), CloudFormation.write(design));
      Files.writeString(folder.resolve("main.tf"), Terraform.write(design));
      Files.writeString(folder.resolve("stack.ts"), Cdk.write(design));
    }
  }

  private Path folder(Design design) {
    return tools.folder().resolve(design.name());
  }

  @Test
  void aws_validator_finds_nothing_in_the_templates() throws Exception {
    var found =
        JsonTree.parse(validated(DESIGNS.stream().map(d -> d.name() + "/template.json").toList()));
    assertThat(found).isEqualTo(JsonTree.array(List.of()));
  }

  @Test
  void aws_validator_would_find_a_wrong_property() throws Exception {
    var folder = Files.createDirectories(tools.folder().resolve("wrong"));
    var template = Files.readString(folder(DESIGNS.getLast()).resolve("template.json"));
    Files.writeString(
        folder.resolve("template.json"),
        template
            .replace("\"StreamViewType\": \"KEYS_ONLY\"", "\"StreamViewType\": \"KEYS\"")
            .replace("\"WriteProvisionedThroughputSettings\"", "\"WriteThroughput\"")
            .replace("\"DeleteAfterDays\"", "\"DeleteAfter\""));
    assertThat(validated(List.of("wrong/template.json")))
        .contains("KEYS", "WriteThroughput", "DeleteAfter");
  }

  private String validated(List<String> files) throws Exception {
    var command = new ArrayList<>(List.of("node", "validate.cjs"));
    command.addAll(files);
    return tools.run(Map.of(), command.toArray(String[]::new));
  }

  @Test
  void the_hcl_parses_and_has_what_the_model_declares() throws Exception {
    for (var design : DESIGNS) {
      var parsed = tools.run(Map.of(), "node", "parse-hcl.cjs", design.name() + "/main.tf");
      TerraformReading.expect(JsonField.root(JsonTree.parse(parsed)), design);
    }
  }

  @Test
  void the_parser_of_hcl_would_refuse_what_is_none() throws IOException {
    Files.writeString(tools.folder().resolve("none.tf"), "resource \"a\" \"b\" { x = ");
    assertThatThrownBy(() -> tools.run(Map.of(), "node", "parse-hcl.cjs", "none.tf"))
        .hasMessageContaining("not HCL");
  }

  @Test
  void the_cdk_program_compiles_and_synthesises_the_same_resources() throws Exception {
    var files = DESIGNS.stream().map(design -> design.name() + "/stack.ts").toList();
    Files.writeString(
        tools.folder().resolve("tsconfig.json"),
        JsonTree.object()
            .put(
                "compilerOptions",
                JsonTree.object()
                    .put("target", "ES2022")
                    .put("module", "commonjs")
                    .put("strict", true)
                    .put("skipLibCheck", true)
                    .put("types", JsonTree.texts(List.of("node"))))
            .put("files", JsonTree.texts(files))
            .done()
            .print());
    tools.run(Map.of(), "node", "node_modules/typescript/bin/tsc", "-p", ".");
    var command = new ArrayList<>(List.of("node", "synthesise.cjs"));
    files.forEach(file -> command.add(file.replace(".ts", ".js")));
    tools.run(Map.of("CDK_DEFAULT_REGION", "us-east-1"), command.toArray(String[]::new));
    for (var design : DESIGNS) {
      var stack = new Identifiers().pascal(design.name()) + "Stack.template.json";
      var theirs = Files.readString(folder(design).resolve("cdk.out").resolve(stack));
      var ours = Files.readString(folder(design).resolve("template.json"));
      assertThat(Template.of(theirs).resources()).isEqualTo(Template.of(ours).resources());
    }
  }
}
