package dev.trestle.cli;

import dev.trestle.design.Design;
import dev.trestle.design.export.ModelJson;
import dev.trestle.design.export.UnreadableFileException;
import dev.trestle.model.Model;
import java.io.File;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The designs that a command works on: known by name, of classes, or of a file. */
final class ModelChoice {
  @Parameters(
      paramLabel = "DESIGN",
      arity = "0..*",
      description = {
        "${bundle:" + DesignCommands.NAMES + "}",
        "With --classpath: the classes that declare models (all in these places)."
      })
  private List<String> names = new ArrayList<>();

  private Optional<String> classpath = Optional.empty();
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--classpath",
      paramLabel = "DIR_OR_JAR",
      description = "Take models from classes in these folders and jars, separated as in java -cp.")
  void classpath(String places) {
    classpath = Optional.of(places);
  }

  @Option(
      names = "--model",
      paramLabel = "FILE.json",
      description = "Take the model from a file written by 'export json' or 'import'.")
  void file(String name) {
    file = Optional.of(name);
  }

  /**
   * Returns the designs that are chosen.
   *
   * @throws UsageError if the choice is wrong, or names what does not exist
   */
  List<Design> designs(Environment environment) {
    if (file.isPresent() && (classpath.isPresent() || !names.isEmpty())) {
      throw new UsageError("--model names a whole model. Leave out --classpath and DESIGN.");
    }
    if (file.isPresent()) return List.of(read(environment, file.get()));
    if (classpath.isPresent()) {
      var places = places(environment, classpath.get());
      return ModelClasses.in(places, this::models).stream().map(Design::of).toList();
    }
    var known = environment.designs();
    return names.isEmpty() ? known.all() : names.stream().map(known::named).toList();
  }

  /**
   * Returns the one model that is chosen, with its records, which a file does not have.
   *
   * @throws UsageError if the choice is wrong, or names what does not exist
   */
  Model model(Environment environment) {
    if (file.isPresent()) {
      throw new UsageError("A file has no records. Name a DESIGN, or a class with --classpath.");
    }
    if (names.size() != 1) throw new UsageError("Name one DESIGN.");
    var name = names.getFirst();
    return classpath.isPresent()
        ? ModelClasses.open(places(environment, classpath.get())).named(name)
        : environment.designs().model(name);
  }

  private static List<Path> places(Environment environment, String classpath) {
    var places = new ArrayList<Path>();
    for (var place : classpath.split(File.pathSeparator, -1)) {
      places.add(environment.folder().resolve(place));
    }
    return places;
  }

  private List<Model> models(ModelClasses classes) {
    return names.isEmpty() ? classes.all() : names.stream().map(classes::named).toList();
  }

  private static Design read(Environment environment, String name) {
    var path = environment.folder().resolve(name);
    try {
      return ModelJson.read(Files.readString(path), path.getFileName().toString());
    } catch (UnreadableFileException e) {
      throw new UsageError(name + ": " + e.getMessage());
    } catch (NoSuchFileException e) {
      throw new UsageError("--model: there is no file " + name + ".");
    } catch (AccessDeniedException e) {
      throw new UsageError("--model: no permission to read " + name + ".");
    } catch (IOException e) {
      throw new UsageError("--model: cannot read " + name + ": " + e.getMessage());
    }
  }
}
