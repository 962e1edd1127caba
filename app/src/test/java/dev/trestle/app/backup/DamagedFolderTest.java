package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data folders and folders of backups in which something is damaged. */
class DamagedFolderTest extends BackupCommandCase {
  @Test
  void flipped_bits_are_found_in_data_and_in_backups() throws IOException {
    write("a", "b");
    run("backup", "--data", "data", "backups");
    flip(largest(data.resolve("db"), ".sst"));
    var verified = run("verify", "data");
    assertThat(verified.exitCode()).isEqualTo(1);
    assertThat(verified.out() + verified.err()).contains("checksum");

    assertThat(run("verify", "backups").exitCode()).isZero();
    flip(largest(backups.resolve("tables/shared_checksum"), ".sst"));
    assertThat(run("verify", "backups").exitCode()).isEqualTo(1);
    var refused = run("restore", "backups", "restored");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).containsIgnoringCase("checksum");
    assertThat(restored).doesNotExist();
  }

  /** RocksDB leaves out a backup that lacks a file when it opens the folder. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_backup_that_lacks_a_file_is_damaged_and_no_older_one_is_taken_instead(boolean isGone)
      throws IOException {
    write("a");
    run("backup", "--data", "data", "backups");
    var older = filesOf(backups.resolve("tables"));
    write("b");
    run("backup", "--data", "data", "backups");
    var newer = filesOf(backups.resolve("tables"));
    newer.removeAll(older);
    newer.removeIf(file -> !file.toString().endsWith(".sst"));
    if (isGone) Files.delete(newer.first());
    else Files.write(newer.first(), new byte[1], StandardOpenOption.TRUNCATE_EXISTING);

    var verified = run("verify", "backups");
    assertThat(verified.exitCode()).as(verified.out()).isEqualTo(1);
    assertThat(verified.err())
        .containsIgnoringCase("backup 2")
        .contains("restore --id")
        .doesNotContain("Restore the newest");
    var refused = run("restore", "backups", "restored");
    assertThat(refused.exitCode()).as(refused.out()).isEqualTo(1);
    assertThat(refused.err()).containsIgnoringCase("backup 2");
    assertThat(restored).doesNotExist();
    assertThat(run("restore", "--id", "1", "backups", "restored").exitCode()).isZero();
    assertThat(valuesIn(restored)).containsOnlyKeys("a");

    write("c");
    assertThat(run("backup", "--data", "data", "backups").exitCode()).isZero();
    assertThat(run("verify", "backups").exitCode()).isZero();
    try (var target = BackupTarget.open(backups)) {
      target.deleteBefore(Instant.now());
      assertThat(target.list()).hasSize(1);
    }
    assertThat(filesOf(backups.resolve("manifests")))
        .as("a damaged backup is not kept for longer than others")
        .containsExactly(backups.resolve("manifests/0000000003.manifest"));
  }

  private static SortedSet<Path> filesOf(Path place) throws IOException {
    try (var files = Files.walk(place)) {
      return files.filter(Files::isRegularFile).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Path largest(Path place, String suffix) throws IOException {
    try (var files = Files.list(place)) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private static void flip(Path file) throws IOException {
    var bytes = Files.readAllBytes(file);
    bytes[20] ^= 1;
    Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
  }

  @Test
  void data_that_lost_the_file_with_its_format_are_damaged_and_not_missing() throws IOException {
    write("a");
    Files.delete(data.resolve("FORMAT"));
    var verified = run("verify", "data");
    assertThat(verified.exitCode()).isEqualTo(1);
    assertThat(verified.err()).contains("is damaged: FORMAT is missing");
    assertThat(run("backup", "--data", "data", "backups").err()).contains("FORMAT is missing");
  }

  @Test
  void a_damaged_copy_of_a_file_is_named() throws IOException {
    write("a");
    Files.createDirectories(data.resolve("blobs/photos"));
    Files.writeString(data.resolve("blobs/photos/cat"), "meow");
    run("backup", "--data", "data", "backups");
    Path copy;
    try (var files = Files.walk(backups.resolve("files"))) {
      copy = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    Files.writeString(copy, "woof");

    assertThat(run("verify", "backups").out()).contains("the copy of blobs/photos/cat is damaged");
    assertThat(run("restore", "backups", "restored").exitCode()).isEqualTo(1);
    assertThat(restored).doesNotExist();
  }
}
