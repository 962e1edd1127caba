package dev.trestle.app;

import dev.trestle.model.design.Design;
import dev.trestle.model.export.ModelJson;
import dev.trestle.model.export.UnreadableFileException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which designs a command is about: our systems, a class of somebody else's or a file. */
final class ModelChoice {
  @Parameters(
      paramLabel = "SYSTEM",
      arity = "0..*",
      description = {
        "messenger, stak, ecobid or homeops; all four if none is named.",
        "With --classpath: the class that has the model."
      })
  private List<String> names = new ArrayList<>();

  private Optional<String> classpath = Optional.empty();
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--classpath",
      paramLabel = "DIR_OR_JAR",
      description = "Take the model from a class here; several are parted as in java -cp.")
  void classpath(String places) {
    classpath = Optional.of(places);
  }

  @Option(
      names = "--model",
      paramLabel = "FILE.json",
      description = "Take the model from a file that 'export json' or 'import' wrote.")
  void file(String name) {
    file = Optional.of(name);
  }

  List<Design> designs(World world) {
    if (file.isPresent() && (classpath.isPresent() || !names.isEmpty())) {
      throw new WrongUse("--model is a whole model: leave out --classpath and SYSTEM");
    }
    if (file.isPresent()) return List.of(read(world, file.get()));
    if (classpath.isPresent()) {
      if (names.size() != 1) throw new WrongUse("--classpath wants one class: the model's");
      var places = new ArrayList<Path>();
      for (var place : classpath.get().split(File.pathSeparator, -1)) {
        places.add(world.folder().resolve(place));
      }
      return List.of(Design.of(ForeignClass.model(places, names.getFirst())));
    }
    var wanted = names.isEmpty() ? Systems.names() : names;
    return wanted.stream().map(Systems::named).map(system -> Design.of(system.model())).toList();
  }

  private static Design read(World world, String name) {
    var path = world.folder().resolve(name);
    try {
      return ModelJson.read(Files.readString(path), path.getFileName().toString());
    } catch (UnreadableFileException e) {
      throw new WrongUse(name + ": " + e.getMessage());
    } catch (IOException e) {
      throw new WrongUse("cannot read " + name + ": " + e.getMessage());
    }
  }
}
