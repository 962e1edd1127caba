package dev.trestle.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What every client must see: one line per step, with the step's name and the result. */
final class ClientScript {
  /** Steps that only newer clients support. */
  static final String NEWER = "newer.";

  /** Steps of clients that convert values of their language to attributes. */
  static final String DOCUMENTS = "documents.";

  private ClientScript() {}

  /** Asserts that the client printed all lines, except for the steps that it does not support. */
  static void assertTold(List<String> told, String... without) {
    var chapters = Set.of(without);
    var expected =
        resource("story.txt")
            .lines()
            .filter(line -> chapters.stream().noneMatch(line::startsWith))
            .toList();
    assertThat(told).containsExactlyElementsOf(expected);
  }

  /** Returns a resource from {@code clients}. */
  static String resource(String name) {
    try (var in = ClientScript.class.getResourceAsStream("/clients/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
