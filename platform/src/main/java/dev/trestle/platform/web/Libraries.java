package dev.trestle.platform.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Libraries that pages import: lit and its parts, and those that a system brings along, from
 * WebJars on the class path, below {@code /lib}. With the version in the address, as in the import
 * map, browsers keep them for good.
 */
public final class Libraries implements Endpoint {
  public static final String PREFIX = "/lib";

  private static final String FOR_GOOD = "public, max-age=31536000, immutable";
  private static final String WEBJARS = "META-INF/resources/webjars";

  /** A library: its import name, its WebJar and the file behind the bare name. */
  private record Library(String name, String webjar, String main) {}

  private static final List<Library> ALL =
      List.of(
          new Library("lit", "lit", "index.js"),
          new Library("lit-html", "lit-html", "lit-html.js"),
          new Library("lit-element", "lit-element", "index.js"),
          new Library("@lit/reactive-element", "lit__reactive-element", "reactive-element.js"));

  /** Those that only some systems need, and that are on the class path with them. */
  private static final List<Library> OPTIONAL =
      List.of(new Library("leaflet", "leaflet", "dist/leaflet-src.esm.js"));

  private static final ClassLoader LOADER = Libraries.class.getClassLoader();
  private static final Map<String, String> VERSIONS = versions();

  private final ClassPathFolder files = new ClassPathFolder(LOADER, WEBJARS, Asset::of);

  /** A router for {@link #PREFIX}. */
  public Router router() {
    return new Router().get("/{file...}", this);
  }

  @Override
  public Reply handle(Call call) {
    var name = call.pathParameter("file");
    for (var library : present()) {
      for (var known : List.of(library.webjar, library.name)) {
        if (!name.startsWith(known + "/")) continue;
        return file(call, library, name.substring(known.length() + 1));
      }
    }
    throw ApiError.notFound("There is nothing here.");
  }

  private Reply file(Call call, Library library, String file) {
    var version = version(library) + "/";
    boolean isVersioned = file.startsWith(version);
    var whole = library.webjar + "/" + (isVersioned ? file : version + file);
    return files
        .find(whole)
        .map(asset -> asset.reply(call, isVersioned ? FOR_GOOD : "no-cache"))
        .orElseThrow(() -> ApiError.notFound("There is nothing here."));
  }

  /** The import map for pages, as JSON. */
  public static String importMap() {
    var imports = new LinkedHashMap<String, String>();
    for (var library : present()) {
      var folder = PREFIX + "/" + library.webjar + "/" + version(library) + "/";
      imports.put(library.name, folder + library.main);
      imports.put(library.name + "/", folder);
    }
    return new String(Json.write(Map.of("imports", imports)), StandardCharsets.UTF_8);
  }

  private static List<Library> everything() {
    return Stream.concat(ALL.stream(), OPTIONAL.stream()).toList();
  }

  private static List<Library> present() {
    return everything().stream()
        .filter(library -> ALL.contains(library) || VERSIONS.containsKey(library.webjar))
        .toList();
  }

  private static String version(Library library) {
    return Optional.ofNullable(VERSIONS.get(library.webjar))
        .orElseThrow(() -> new IllegalStateException("no WebJar of " + library.name));
  }

  private static Map<String, String> versions() {
    var versions = new LinkedHashMap<String, String>();
    for (var library : everything()) {
      var name = "META-INF/maven/org.webjars.npm/" + library.webjar + "/pom.properties";
      try (var in = LOADER.getResourceAsStream(name)) {
        if (in == null) continue;
        var properties = new Properties();
        properties.load(in);
        versions.put(library.webjar, properties.getProperty("version", ""));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return versions;
  }
}
