package dev.trestle.platform.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * Files below a folder of the class path, each read once. A name consists of plain segments without
 * leading dots and has a known ending, so it can lead neither up nor to a class.
 */
final class ClassPathFolder {
  private static final Pattern NAME =
      Pattern.compile("(?:[A-Za-z0-9_@][A-Za-z0-9_@.-]*/)*[A-Za-z0-9_@][A-Za-z0-9_@.-]*");
  private static final int NAME_MAX = 200;

  private final ClassLoader loader;
  private final String folder;
  private final BiFunction<String, byte[], Asset> made;

  /** Contains only files that exist, so guesses cannot fill it. */
  private final Map<String, Asset> assets = new ConcurrentHashMap<>();

  ClassPathFolder(ClassLoader loader, String folder, BiFunction<String, byte[], Asset> made) {
    this.loader = loader;
    this.folder = folder;
    this.made = made;
  }

  Optional<Asset> find(String name) {
    var known = assets.get(name);
    if (known != null) return Optional.of(known);
    if (name.length() > NAME_MAX || !NAME.matcher(name).matches()) return Optional.empty();
    var type = Asset.type(name);
    if (type.isEmpty()) return Optional.empty();
    try (var in = loader.getResourceAsStream(folder + "/" + name)) {
      if (in == null) return Optional.empty();
      var asset = made.apply(type.get(), in.readAllBytes());
      assets.put(name, asset);
      return Optional.of(asset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
