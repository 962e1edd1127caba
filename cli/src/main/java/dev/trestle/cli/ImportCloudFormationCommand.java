package dev.trestle.cli;

import dev.trestle.design.export.CloudFormation;
import dev.trestle.design.export.UnreadableFileException;
import dev.trestle.design.source.SampledTable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "cloudformation",
    description = {
      "Read the tables of a CloudFormation template and write a Java model.",
      "A template does not tell what items are like, so the model has tables and no records."
    })
final class ImportCloudFormationCommand implements Callable<Integer> {
  private final Environment environment;

  @Parameters(paramLabel = "FILE", description = "The template, in JSON or YAML.")
  private String file = "";

  @Mixin private final ModelSourceOptions source = new ModelSourceOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  ImportCloudFormationCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var path = environment.folder().resolve(file);
    try {
      var tables = CloudFormation.read(Files.readString(path), path.getFileName().toString());
      var sampled = tables.stream().map(table -> new SampledTable(table, List.of())).toList();
      source.write(environment, spec, sampled);
      return ExitCode.SUCCESS;
    } catch (UnreadableFileException e) {
      throw new UsageError(file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new UsageError("cannot read " + file + ": " + e.getMessage());
    }
  }
}
