package dev.trestle.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The AWS command line as packaged by Debian. */
class CommandLineTest {
  /** Debian's program. Another one may be first on the path. */
  private static final String AWS = "/usr/bin/aws";

  @Test
  void the_command_line_works() {
    var script = Program.unpack("awscli/story.sh", Program.folder("awscli"));
    try (var server = Server.start()) {
      var told =
          Program.run(
              script.resolveSibling("."),
              Map.of("LC_ALL", "C.UTF-8"),
              List.of("bash", script.toString(), AWS, server.endpoint().toString()));

      assertThat(told)
          .containsExactly(
              "\"notes\"",
              "\"1.5\"",
              "[[\"1\",\"AP8=\",null],[\"2\",\"AP8=\",\"1.5\"],[\"3\",\"AP8=\",null]]",
              "An error occurred (ConditionalCheckFailedException) when calling the PutItem"
                  + " operation: The conditional request failed (exit 254)",
              "An error occurred (ResourceNotFoundException) when calling the Scan operation:"
                  + " Requested resource not found (exit 254)",
              "notes",
              "\"notes\"",
              "[]");
    }
  }
}
