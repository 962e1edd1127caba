package dev.trestle.app;

import dev.trestle.model.export.ModelJson;
import dev.trestle.model.export.UnreadableFileException;
import dev.trestle.model.export.Workbench;
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
      "Read a model file of NoSQL Workbench and write it in our JSON, for --model.",
      "Keys' templates are guessed from the file's sample data; facets become entities and reads."
    })
final class ImportWorkbenchCommand implements Callable<Integer> {
  private final World world;

  @Parameters(paramLabel = "FILE", description = "The model file.")
  private String file = "";

  @Mixin private final Output output = new Output();

  @Spec private CommandSpec spec = CommandSpec.create();

  ImportWorkbenchCommand(World world) {
    this.world = world;
  }

  @Override
  public Integer call() {
    var path = world.folder().resolve(file);
    try {
      var design = Workbench.read(Files.readString(path), path.getFileName().toString());
      output.write(world, spec.commandLine().getOut(), ModelJson.write(design));
      return ExitCode.FINE;
    } catch (UnreadableFileException e) {
      throw new WrongUse(file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new WrongUse("cannot read " + file + ": " + e.getMessage());
    }
  }
}
