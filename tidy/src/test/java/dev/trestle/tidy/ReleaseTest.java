package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modules that others add to their programs run on Java 21. */
class ReleaseTest {
  private static final int CLASS_FILE_MAGIC = 0xCAFEBABE;
  private static final int JAVA_21 = 65;

  /** What a pom calls itself, after its parent. */
  private static final Pattern ARTIFACT =
      Pattern.compile("(?s)</parent>\\s*<artifactId>([^<]*)</artifactId>");

  private static final Pattern SYNCHRONIZED =
      Pattern.compile("(?m)^\\s*(?:[a-z]+ )*synchronized\\b");

  private static final Pattern MANAGED =
      Pattern.compile("<artifactId>(trestle-[^<]*)</artifactId>\\s*<version>");

  @TempDir Path folder;

  @Test
  void libraries_are_compiled_for_java_21() throws IOException {
    var found = new ArrayList<String>();
    for (var module : modules()) {
      var classes = module.resolve("target/classes");
      assertThat(classes).as("mvn compile").isDirectory();
      found.addAll(newer(classes));
    }
    assertThat(found).as("<java.release>21</java.release> in the module's pom.xml").isEmpty();
  }

  @Test
  void the_bom_has_every_module_that_is_published() throws IOException {
    var published = new ArrayList<String>();
    for (var module : modules()) {
      var pom = ARTIFACT.matcher(Files.readString(module.resolve("pom.xml")));
      published.add(pom.results().findFirst().orElseThrow().group(1));
    }
    var bom = Files.readString(SourceTree.ROOT.resolve("bom/pom.xml"));
    assertThat(MANAGED.matcher(bom).results().map(found -> found.group(1)))
        .containsExactlyInAnyOrderElementsOf(published);
  }

  /** Before Java 24, a virtual thread that waits in one keeps its carrier. */
  @Test
  void libraries_have_locks_instead_of_synchronized_blocks() throws IOException {
    var found = new ArrayList<String>();
    var modules = modules();
    for (var source : SourceTree.filesEnding(".java")) {
      var name = SourceTree.name(source);
      boolean library =
          modules.stream().anyMatch(module -> source.startsWith(module.resolve("src/main")));
      // The command line serves nobody.
      if (!library || name.startsWith("cli/")) continue;
      if (SYNCHRONIZED.matcher(Files.readString(source)).find()) found.add(name);
    }
    assertThat(found).isEmpty();
  }

  /** The folders of modules with code that other programs can add. */
  private static List<Path> modules() throws IOException {
    var found = new ArrayList<Path>();
    for (var file : SourceTree.filesEnding("pom.xml")) {
      var pom = Files.readString(file);
      if (pom.contains("<unpublished>false<") && !pom.contains("<packaging>pom<")) {
        found.add(Objects.requireNonNull(file.getParent()));
      }
    }
    assertThat(found).hasSizeGreaterThan(10);
    return found;
  }

  @Test
  void a_class_for_a_newer_java_is_noticed() throws IOException {
    Javac.compile(folder, "class A {}");
    assertThat(newer(folder)).containsExactly("A.class: 69");
  }

  private static List<String> newer(Path classes) throws IOException {
    var found = new ArrayList<String>();
    try (var files = Files.walk(classes)) {
      for (var file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        int version = version(file);
        if (version > JAVA_21) found.add(classes.relativize(file) + ": " + version);
      }
    }
    return found;
  }

  private static int version(Path file) throws IOException {
    try (var in = new DataInputStream(Files.newInputStream(file))) {
      assertThat(in.readInt()).isEqualTo(CLASS_FILE_MAGIC);
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }
}
