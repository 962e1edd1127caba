package dev.trestle.app.command;

import dev.trestle.app.config.UsageError;
import dev.trestle.model.Model;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Loads a model from a public static field of a class in a folder or jar. */
final class ModelClass {
  private static final String FIELD = "MODEL";

  private ModelClass() {}

  /**
   * Loads the model. The class may use classes of Trestle and of the given folders and jars.
   *
   * @throws UsageError if there is no such class or model
   */
  static Model model(List<Path> places, String type) {
    var urls = new ArrayList<URL>();
    for (var place : places) {
      if (!Files.exists(place)) throw new UsageError("--classpath: " + place + " does not exist.");
      try {
        urls.add(place.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }
    try (var loader =
        new URLClassLoader(urls.toArray(URL[]::new), ModelClass.class.getClassLoader())) {
      return value(field(Class.forName(type, true, loader)));
    } catch (ClassNotFoundException e) {
      throw new UsageError("--classpath: there is no class %2$s in %1$s.".formatted(places, type));
    } catch (ExceptionInInitializerError e) {
      var cause = e.getCause() == null ? e : e.getCause();
      throw new UsageError("Cannot initialize %s: %s".formatted(type, cause.getMessage()));
    } catch (LinkageError e) {
      throw new UsageError("Cannot load %s: %s".formatted(type, e));
    } catch (IOException e) {
      throw new UsageError("--classpath: %s".formatted(e.getMessage()));
    }
  }

  private static Field field(Class<?> type) {
    var fields =
        Arrays.stream(type.getFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .filter(field -> field.getType() == Model.class)
            .toList();
    if (fields.size() == 1) return fields.getFirst();
    return fields.stream()
        .filter(field -> field.getName().equals(FIELD))
        .findFirst()
        .orElseThrow(() ->
            new UsageError(
                "%s needs one public static field of type Model, or one named %s"
                    .formatted(type.getName(), FIELD)));
  }

  private static Model value(Field field) {
    try {
      if (field.get(null) instanceof Model model) return model;
      throw new UsageError(field + " is null");
    } catch (IllegalAccessException e) {
      throw new UsageError(field.getDeclaringClass().getName() + " is not public");
    }
  }
}
