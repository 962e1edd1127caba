package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.command.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files beside the tables are in a backup of a data folder. */
class BackupContentTest {
  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void create() throws IOException {
    data = folder.resolve("data");
    Accounting.create(data).close();
    Files.createDirectories(data.resolve("secrets"));
    Files.writeString(data.resolve("secrets/key"), "hidden");
  }

  private Path backedUpAndRestored(String from) {
    assertThat(CommandRun.of(folder, Map.of(), "backup", "--data", from, "backups").err())
        .doesNotContain("trestle backup:");
    var done = CommandRun.of(folder, Map.of(), "restore", "backups", "restored");
    assertThat(done.exitCode()).as(done.err()).isZero();
    return folder.resolve("restored");
  }

  @Test
  void a_data_folder_that_is_named_by_a_link_is_copied_with_its_files() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), data);
    assertThat(backedUpAndRestored("link").resolve("secrets/key")).hasContent("hidden");
  }

  @Test
  void files_that_a_link_keeps_elsewhere_are_copied() throws IOException {
    var elsewhere = Files.createDirectories(folder.resolve("elsewhere/photos"));
    Files.writeString(elsewhere.resolve("cat"), "meow");
    Files.createSymbolicLink(elsewhere.resolve("around"), folder.resolve("elsewhere"));
    Files.createSymbolicLink(elsewhere.resolve("nowhere"), folder.resolve("nowhere"));
    Files.createSymbolicLink(data.resolve("blobs"), folder.resolve("elsewhere"));

    var restored = backedUpAndRestored("data");

    assertThat(restored.resolve("blobs/photos/cat")).hasContent("meow");
    assertThat(restored.resolve("blobs")).isDirectory();
    assertThat(Files.isSymbolicLink(restored.resolve("blobs"))).isFalse();
  }

  /** Otherwise each backup would contain all those of the other folder. */
  @Test
  void a_folder_of_backups_in_the_data_is_not_copied_to_another_one() throws IOException {
    CommandRun.of(folder, Map.of(), "backup", "--data", "data", "data/mine");
    assertThat(data.resolve("mine/manifests")).isNotEmptyDirectory();

    var restored = backedUpAndRestored("data");

    assertThat(restored.resolve("mine")).doesNotExist();
    assertThat(restored.resolve("secrets/key")).hasContent("hidden");
  }

  /** Photos are many, and writing each one to disk takes longer than reading it. */
  @Test
  void a_further_backup_writes_only_new_files() throws IOException {
    CommandRun.of(folder, Map.of(), "backup", "--data", "data", "backups");
    var drafts = folder.resolve("backups/files");
    Files.setLastModifiedTime(drafts, FileTime.fromMillis(0));
    CommandRun.of(folder, Map.of(), "backup", "--data", "data", "backups");
    assertThat(Files.getLastModifiedTime(drafts).toMillis()).as("no draft was made").isZero();

    Files.writeString(data.resolve("secrets/other"), "hidden as well");
    assertThat(backedUpAndRestored("data").resolve("secrets/other")).hasContent("hidden as well");
    assertThat(folder.resolve("restored/secrets/key")).hasContent("hidden");
  }
}
