package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The artifacts that {@code ./trestle artifacts} writes, and that the check notices faults. */
class ArtifactsTest {
  private static final String POM =
      """
      <project>
        <artifactId>trestle-a</artifactId>
        <name>a</name>
        <description>A</description>
        <url>https://trestle.example</url>
        <licenses><license><name>Apache-2.0</name><url>https://a</url></license></licenses>
        <developers><developer><name>Ann</name></developer></developers>
        <scm>
          <connection>scm:git:a</connection>
          <developerConnection>scm:git:a</developerConnection>
          <url>https://a</url>
        </scm>
      </project>
      """;
  private static final byte[] JAVA_21 = {
    (byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 65
  };

  @TempDir Path repository;
  private Path folder;

  /** A complete artifact. */
  @BeforeEach
  void write() throws IOException {
    folder = Files.createDirectories(repository.resolve("dev/trestle/trestle-a/1"));
    Files.writeString(folder.resolve("trestle-a-1.pom"), POM);
    jar(folder.resolve("trestle-a-1.jar"), entries());
    jar(folder.resolve("trestle-a-1-sources.jar"), Map.of("a/A.java", new byte[0]));
    jar(folder.resolve("trestle-a-1-javadoc.jar"), Map.of("index.html", new byte[0]));
  }

  private static Map<String, byte[]> entries() {
    var entries = new LinkedHashMap<String, byte[]>();
    var manifest = "Manifest-Version: 1.0\nAutomatic-Module-Name: a\n";
    entries.put("META-INF/MANIFEST.MF", manifest.getBytes(StandardCharsets.UTF_8));
    entries.put("META-INF/LICENSE", new byte[0]);
    entries.put("META-INF/NOTICE", new byte[0]);
    entries.put("a/A.class", JAVA_21);
    return entries;
  }

  private static void jar(Path file, Map<String, byte[]> entries) throws IOException {
    try (var jar = new ZipOutputStream(Files.newOutputStream(file))) {
      for (var entry : entries.entrySet()) {
        jar.putNextEntry(new ZipEntry(entry.getKey()));
        jar.write(entry.getValue());
      }
    }
  }

  private void assertProblem(String text) throws IOException {
    assertThat(Artifacts.problems(repository)).anyMatch(problem -> problem.contains(text));
  }

  @Test
  @EnabledIfSystemProperty(named = "tidy.artifacts", matches = ".+")
  void the_artifacts_that_were_written_are_complete() throws IOException {
    assertThat(Artifacts.problems(Path.of(System.getProperty("tidy.artifacts")))).isEmpty();
  }

  @Test
  void a_complete_artifact_has_no_problem() throws IOException {
    assertThat(Artifacts.problems(repository)).isEmpty();
  }

  @Test
  void an_empty_repository_is_noticed() throws IOException {
    var empty = repository.resolve("other");
    Files.createDirectories(empty.resolve("dev/trestle"));
    assertThat(Artifacts.problems(empty)).isNotEmpty();
  }

  @Test
  void a_jar_without_licence_or_module_name_is_noticed() throws IOException {
    var entries = entries();
    entries.remove("META-INF/LICENSE");
    entries.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n".getBytes(StandardCharsets.UTF_8));
    jar(folder.resolve("trestle-a-1.jar"), entries);
    assertProblem("has no META-INF/LICENSE");
    assertProblem("has no module name");
  }

  @Test
  void a_class_for_a_newer_java_is_noticed() throws IOException {
    var newer = JAVA_21.clone();
    newer[7] = 69;
    var entries = entries();
    entries.put("a/B.class", newer);
    jar(folder.resolve("trestle-a-1.jar"), entries);
    assertProblem("a/B.class has the class version 69");
  }

  @Test
  void missing_sources_are_noticed() throws IOException {
    Files.delete(folder.resolve("trestle-a-1-sources.jar"));
    assertProblem("trestle-a-1-sources.jar is missing");
  }

  @Test
  void a_pom_that_maven_central_would_refuse_is_noticed() throws IOException {
    var pom = folder.resolve("trestle-a-1.pom");
    Files.writeString(pom, POM.replace("<description>A</description>", ""));
    assertProblem("lacks description");
    Files.writeString(pom, POM.replace(">Ann<", ">${ann}<"));
    assertProblem("has a variable");
    var dependency =
        """
        <dependencies>
          <dependency>
            <groupId>dev.trestle</groupId>
            <artifactId>trestle-gen</artifactId>
            <scope>test</scope>
          </dependency>
        </dependencies>
        """;
    Files.writeString(pom, POM.replace("</project>", dependency + "</project>"));
    assertProblem("has test dependencies");
    assertProblem("needs trestle-gen, which is not published");
  }

  @Test
  void a_package_in_two_jars_is_noticed() throws IOException {
    var other = Files.createDirectories(repository.resolve("dev/trestle/trestle-b/1"));
    Files.writeString(other.resolve("trestle-b-1.pom"), POM.replace("trestle-a", "trestle-b"));
    jar(other.resolve("trestle-b-1.jar"), entries());
    assertProblem("has the package a, as trestle-a-1.jar has");
  }
}
