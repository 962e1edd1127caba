package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.Main;
import dev.trestle.app.command.CommandRun;
import dev.trestle.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backups on a file system that is mounted to be read only, as disks are after a disaster. Where
 * this user cannot mount one, permissions protect the backups.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no chmod")
class ReadOnlyBackupsTest {
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(3);

  @TempDir private Path folder;

  /** Mounts in namespaces of the process's own, so no other process sees it and nothing is left. */
  private List<String> mounting() {
    var mount =
        "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && ! touch \"$0/x\" && exec"
            + " \"$@\"";
    return List.of("unshare", "-rm", "sh", "-c", mount, folder.resolve("backups").toString());
  }

  private boolean canMount() throws InterruptedException {
    var command = Stream.concat(mounting().stream(), Stream.of("true")).toList();
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private List<String> launcher() throws InterruptedException {
    if (canMount()) return mounting();
    return List.of(
        "sh", "-c", "chmod -R a-w \"$0\" && exec \"$@\"", folder.resolve("backups").toString());
  }

  private String run(String... arguments) throws InterruptedException {
    var temporary = List.of("-Djava.io.tmpdir=" + folder.resolve("temporary"));
    try (var child = ChildJvm.startBy(launcher(), Main.class, temporary, List.of(arguments))) {
      assertThat(child.awaitEnd(LONG_ENOUGH)).as(child.err()).isZero();
      return String.join("\n", child.lines());
    }
  }

  @Test
  void backups_that_can_only_be_read_are_listed_verified_and_restored() throws Exception {
    var backups = folder.resolve("backups");
    var restored = folder.resolve("restored");
    try (var accounting = Accounting.create(folder.resolve("data"))) {
      accounting.write("a", "of a");
    }
    assertThat(CommandRun.of(folder, Map.of(), "backup", "backups").exitCode()).isZero();
    Files.createDirectory(folder.resolve("temporary"));

    assertThat(run("backup", "--list", backups.toString()).lines()).hasSize(2);
    assertThat(run("verify", backups.toString())).endsWith("No damage found.");
    assertThat(run("restore", backups.toString(), restored.toString()))
        .startsWith("Restored backup 1 ");
    try (var accounting = Accounting.open(restored)) {
      assertThat(accounting.values("credit")).containsOnlyKeys("a");
    }
    try (var left = Files.list(folder.resolve("temporary"))) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .noneMatch(name -> name.startsWith("trestle"));
    }
  }
}
