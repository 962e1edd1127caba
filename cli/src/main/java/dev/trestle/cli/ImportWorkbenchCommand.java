package dev.trestle.cli;

import dev.trestle.design.export.ModelJson;
import dev.trestle.design.export.UnreadableFileException;
import dev.trestle.design.export.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "workbench",
    description = {
      "Read a NoSQL Workbench model and write it as JSON, for --model.",
      "Key templates are guessed from the sample data; facets become entities and reads."
    })
final class ImportWorkbenchCommand implements Callable<Integer> {
  private final Environment environment;

  @Parameters(paramLabel = "FILE", description = "The model file.")
  private String file = "";

  @Mixin private final CommandOutput output = new CommandOutput();

  @Spec private CommandSpec spec = CommandSpec.create();

  ImportWorkbenchCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var path = environment.folder().resolve(file);
    try {
      var design = Workbench.read(Files.readString(path), path.getFileName().toString());
      output.write(environment, spec.commandLine().getOut(), ModelJson.write(design));
      return ExitCode.SUCCESS;
    } catch (UnreadableFileException e) {
      throw new UsageError(file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new UsageError("cannot read " + file + ": " + e.getMessage());
    }
  }
}
