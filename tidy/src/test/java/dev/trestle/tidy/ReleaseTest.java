package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modules that others add to their programs run on Java 21. */
class ReleaseTest {
  private static final int CLASS_FILE_MAGIC = 0xCAFEBABE;
  private static final int JAVA_21 = 65;

  private static final List<String> MODULES =
      List.of("item", "engine", "http", "dynamodb", "model", "design", "store", "junit", "spring");

  @TempDir Path folder;

  @Test
  void libraries_are_compiled_for_java_21() throws IOException {
    var found = new ArrayList<String>();
    for (var module : MODULES) {
      var classes = SourceTree.ROOT.resolve(module).resolve("target/classes");
      assertThat(classes).as("mvn compile").isDirectory();
      found.addAll(newer(classes));
    }
    assertThat(found).as("<java.release>21</java.release> in the module's pom.xml").isEmpty();
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
