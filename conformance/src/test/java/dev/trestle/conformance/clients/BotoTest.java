package dev.trestle.conformance.clients;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Python's boto3 as packaged by Debian. */
class BotoTest {
  /**
   * The system's own Python, for which Debian's packages are made. Another one may be first on the
   * path.
   */
  private static final String PYTHON = "/usr/bin/python3";

  @Test
  void boto3_tells_the_story() {
    var script = Program.unpack("python/story.py", Program.folder("python"));
    try (var server = Server.start()) {
      var told = python(script, server.endpoint().toString());

      // Debian's boto3 is from 2022; these parameters are newer.
      ClientScript.assertTold(told, ClientScript.NEWER, ClientScript.DOCUMENTS);
    }
  }

  private static List<String> python(Path script, String endpoint) {
    return Program.run(
        script.resolveSibling("."),
        Map.of("PYTHONUTF8", "1", "AWS_EC2_METADATA_DISABLED", "true"),
        List.of(PYTHON, script.toString(), endpoint));
  }
}
