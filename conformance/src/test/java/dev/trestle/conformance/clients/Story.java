package dev.trestle.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What every client has to see, a line for each step: the step's name and what was seen. */
final class Story {
  /** Steps that only newer clients can take. */
  static final String NEWER = "newer.";

  /** Steps of clients that turn values of their language into attributes. */
  static final String DOCUMENTS = "documents.";

  private Story() {}

  /** The client told the story as it is, but for the chapters that it does not have. */
  static void assertTold(List<String> told, String... without) {
    var chapters = Set.of(without);
    var expected =
        resource("story.txt")
            .lines()
            .filter(line -> chapters.stream().noneMatch(line::startsWith))
            .toList();
    assertThat(told).containsExactlyElementsOf(expected);
  }

  /** A file of the folder {@code clients} among the resources. */
  static String resource(String name) {
    try (var in = Story.class.getResourceAsStream("/clients/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
