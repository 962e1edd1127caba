package dev.trestle.app;

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

/** A model that somebody else declared: a public static field of a class in a folder or jar. */
final class ForeignClass {
  private static final String USUAL = "MODEL";

  private ForeignClass() {}

  /** The class may use our own classes and those of the given folders and jars. */
  static Model model(List<Path> places, String type) {
    var urls = new ArrayList<URL>();
    for (var place : places) {
      if (!Files.exists(place)) throw new WrongUse("--classpath: there is no " + place);
      try {
        urls.add(place.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }
    try (var loader =
        new URLClassLoader(urls.toArray(URL[]::new), ForeignClass.class.getClassLoader())) {
      return value(field(Class.forName(type, true, loader)));
    } catch (ClassNotFoundException e) {
      throw new WrongUse("--classpath: %s has no class %s".formatted(places, type));
    } catch (ExceptionInInitializerError e) {
      var cause = e.getCause() == null ? e : e.getCause();
      throw new WrongUse("%s cannot be declared: %s".formatted(type, cause.getMessage()));
    } catch (LinkageError e) {
      throw new WrongUse("%s cannot be loaded: %s".formatted(type, e));
    } catch (IOException e) {
      throw new WrongUse("--classpath: %s".formatted(e.getMessage()));
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
        .filter(field -> field.getName().equals(USUAL))
        .findFirst()
        .orElseThrow(() ->
            new WrongUse(
                "%s needs one public static field of type Model, or one named %s"
                    .formatted(type.getName(), USUAL)));
  }

  private static Model value(Field field) {
    try {
      if (field.get(null) instanceof Model model) return model;
      throw new WrongUse(field + " is null");
    } catch (IllegalAccessException e) {
      throw new WrongUse(field.getDeclaringClass().getName() + " is not public");
    }
  }
}
