package dev.trestle.conformance.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The AWS SDK for JavaScript v3 with its document client, in the versions of its lock file. */
class JavaScriptTest {
  private static final String LOCK = "javascript/package-lock.json";

  @Test
  void the_javascript_sdk_tells_the_story() {
    var folder = Program.folder("javascript");
    install(folder);
    var script = Program.unpack("javascript/story.mjs", folder);
    try (var server = Server.start()) {
      var command = List.of("node", script.toString(), server.endpoint().toString());

      ClientScript.assertTold(
          Program.run(folder, Map.of("AWS_EC2_METADATA_DISABLED", "true"), command));
    }
  }

  /** Keeps the lock file of the installation next to the packages, as npm does. */
  private static void install(Path folder) {
    var installed = folder.resolve("installed-lock.json");
    try {
      if (Files.exists(installed)
          && Files.readString(installed).equals(ClientScript.resource(LOCK))) {
        return;
      }
      Program.unpack("javascript/package.json", folder);
      Program.unpack(LOCK, folder);
      Program.run(
          folder, Map.of(), List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
      Files.writeString(installed, ClientScript.resource(LOCK));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
