package dev.trestle.app.command;

import dev.trestle.accounts.model.AccountsModel;
import dev.trestle.app.config.SystemName;
import dev.trestle.app.config.UsageError;
import dev.trestle.design.Design;
import dev.trestle.design.export.ModelJson;
import dev.trestle.design.export.UnreadableFileException;
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

/** The designs that a command works on: of our systems, of a class, or of a file. */
final class ModelChoice {
  private static final String ACCOUNTS = "accounts";
  private static final String PLATFORM = "platform";

  @Parameters(
      paramLabel = "SYSTEM",
      arity = "0..*",
      description = {
        "accounts, messenger, stak, ecobid or homeops (all), or platform: the tables that servers",
        "need for themselves.",
        "With --classpath: the class that declares the model."
      })
  private List<String> names = new ArrayList<>();

  private Optional<String> classpath = Optional.empty();
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--classpath",
      paramLabel = "DIR_OR_JAR",
      description =
          "Take the model from a class in these folders and jars, separated as in java -cp.")
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

  List<Design> designs(Environment environment) {
    if (file.isPresent() && (classpath.isPresent() || !names.isEmpty())) {
      throw new UsageError("--model names a whole model. Leave out --classpath and SYSTEM.");
    }
    if (file.isPresent()) return List.of(read(environment, file.get()));
    if (classpath.isPresent()) {
      if (names.size() != 1)
        throw new UsageError("--classpath needs the name of one class that declares the model.");
      var places = new ArrayList<Path>();
      for (var place : classpath.get().split(File.pathSeparator, -1)) {
        places.add(environment.folder().resolve(place));
      }
      return List.of(Design.of(ModelClass.model(places, names.getFirst())));
    }
    if (!names.isEmpty()) return names.stream().map(ModelChoice::named).toList();
    var all = new ArrayList<Design>();
    all.add(named(ACCOUNTS));
    for (var name : SystemName.ids()) all.add(named(name));
    return all;
  }

  private static Design named(String name) {
    if (name.equals(PLATFORM)) return PlatformDesign.read();
    return Design.of(name.equals(ACCOUNTS) ? AccountsModel.MODEL : SystemName.named(name).model());
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
