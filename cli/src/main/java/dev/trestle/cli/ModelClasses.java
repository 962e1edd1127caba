package dev.trestle.cli;

import dev.trestle.model.Model;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.jar.JarFile;

/** Finds models in public static fields of public classes. */
final class ModelClasses {
  private static final String FIELD = "MODEL";
  private static final String CLASS_FILE = ".class";

  /** Every class with a field of this type contains this text. */
  private static final String DESCRIPTOR = Model.class.descriptorString();

  private final String name;
  private final List<Path> places;
  private final ClassLoader loader;

  /** The classes in folders and jars, which are called so in messages. */
  ModelClasses(String name, List<Path> places, ClassLoader loader) {
    this.name = name;
    this.places = places;
    this.loader = loader;
  }

  /**
   * Works with the classes in folders and jars. They may use classes of Trestle and of these
   * places.
   *
   * @throws UsageError if a place does not exist
   */
  static <T> T in(List<Path> places, Function<ModelClasses, T> work) {
    try (var loader = loader(places)) {
      return work.apply(new ModelClasses(places.toString(), places, loader));
    } catch (IOException e) {
      throw new UsageError("--classpath: %s".formatted(e.getMessage()));
    }
  }

  /**
   * Opens the classes in folders and jars until the process ends: records may need further classes
   * when items are read.
   *
   * @throws UsageError if a place does not exist
   */
  static ModelClasses open(List<Path> places) {
    return new ModelClasses(places.toString(), places, loader(places));
  }

  private static URLClassLoader loader(List<Path> places) {
    var urls = new ArrayList<URL>();
    for (var place : places) {
      if (!Files.exists(place)) throw new UsageError("--classpath: " + place + " does not exist.");
      try {
        urls.add(place.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ModelClasses.class.getClassLoader());
  }

  /**
   * Returns the model that a class declares.
   *
   * @throws UsageError if there is no such class or model
   */
  Model named(String type) {
    try {
      var fields = fields(Class.forName(type, false, loader));
      if (fields.size() != 1) {
        throw new UsageError(
            "%s needs one public static field of type Model, or one named %s (in Kotlin, @JvmField)."
                .formatted(type, FIELD));
      }
      return value(fields.getFirst());
    } catch (ClassNotFoundException e) {
      throw new UsageError("There is no class %s in %s.".formatted(type, name));
    } catch (LinkageError e) {
      throw unusable(type, e);
    }
  }

  /**
   * Returns the models of all classes, in the order of their names.
   *
   * @throws UsageError if there is none, or if a class that may declare one cannot be loaded
   */
  List<Model> all() {
    var models = new LinkedHashSet<Model>();
    for (var type : candidates()) {
      try {
        var found = Class.forName(type, false, loader);
        if (!Modifier.isPublic(found.getModifiers())) continue;
        fields(found).forEach(field -> models.add(value(field)));
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      } catch (LinkageError e) {
        throw unusable(type, e);
      }
    }
    if (models.isEmpty()) {
      throw new UsageError(
          "No public class in %s has a public static field of type Model (in Kotlin, @JvmField)."
              .formatted(name));
    }
    return List.copyOf(models);
  }

  /** The names of classes that mention the type of the field. */
  private Set<String> candidates() {
    var names = new TreeSet<String>();
    for (var place : places) {
      try {
        if (Files.isDirectory(place)) inFolder(place, names);
        else inJar(place, names);
      } catch (IOException e) {
        throw new UsageError("Cannot read %s: %s".formatted(place, e.getMessage()));
      }
    }
    return names;
  }

  private static void inFolder(Path folder, Set<String> names) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(file -> file.toString().endsWith(CLASS_FILE)).toList()) {
        try (var bytes = Files.newInputStream(file)) {
          addIfCandidate(folder.relativize(file).toString().replace('\\', '/'), bytes, names);
        }
      }
    }
  }

  private static void inJar(Path file, Set<String> names) throws IOException {
    try (var jar = new JarFile(file.toFile())) {
      for (var entry : jar.stream().filter(each -> each.getName().endsWith(CLASS_FILE)).toList()) {
        if (entry.getName().startsWith("META-INF/")) continue;
        try (var bytes = jar.getInputStream(entry)) {
          addIfCandidate(entry.getName(), bytes, names);
        }
      }
    }
  }

  private static void addIfCandidate(String file, InputStream bytes, Set<String> names)
      throws IOException {
    var text = new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1);
    if (!text.contains(DESCRIPTOR)) return;
    names.add(file.substring(0, file.length() - CLASS_FILE.length()).replace('/', '.'));
  }

  /** The fields that declare models: the one named {@code MODEL}, or all. */
  private static List<Field> fields(Class<?> type) {
    var fields =
        Arrays.stream(type.getFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .filter(field -> field.getType() == Model.class)
            .toList();
    var main = fields.stream().filter(field -> field.getName().equals(FIELD)).toList();
    return main.isEmpty() ? fields : main;
  }

  private static Model value(Field field) {
    try {
      if (field.get(null) instanceof Model model) return model;
      throw new UsageError(field + " is null");
    } catch (IllegalAccessException e) {
      throw new UsageError(field.getDeclaringClass().getName() + " is not public");
    }
  }

  private static UsageError unusable(String type, LinkageError error) {
    return error instanceof ExceptionInInitializerError failed && failed.getCause() != null
        ? new UsageError("Cannot initialize %s: %s".formatted(type, failed.getCause().getMessage()))
        : new UsageError("Cannot load %s: %s".formatted(type, error));
  }
}
