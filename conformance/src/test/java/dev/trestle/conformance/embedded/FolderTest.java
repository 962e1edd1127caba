package dev.trestle.conformance.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.StorageException;
import dev.trestle.testing.ChildJvm;
import dev.trestle.testing.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders that cannot be opened are not changed, and the message says why. */
class FolderTest {
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);
  private static final int PAIRS = 50;
  private static final int FLIPPED_PLACES = 24;

  private final Path folder = TemporaryFolder.create();

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  private void fill() {
    try (var trestle = Trestle.open(folder)) {
      Ledger.create(trestle.client());
      for (int i = 0; i < PAIRS; i++) Ledger.putPair(trestle.client(), i, 1000);
    }
  }

  /**
   * Returns the files and hashes of their contents, except RocksDB's own log and the empty lock
   * file.
   */
  private Map<String, Integer> contents() throws IOException {
    var contents = new TreeMap<String, Integer>();
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var name = folder.relativize(file).toString();
        if (name.matches(".*/LOG.*|engine.lock|db/LOCK")) continue;
        contents.put(name, Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  private void assertRefused(String... texts) throws IOException {
    var before = contents();
    assertThatThrownBy(() -> Trestle.open(folder).close())
        .isInstanceOf(StorageException.class)
        .hasMessageContainingAll(texts);
    assertThat(contents()).isEqualTo(before);
  }

  /** Returns the largest file of the database whose name matches. */
  private Path file(String pattern) throws IOException {
    try (var files = Files.list(folder.resolve("db"))) {
      return files
          .filter(file -> file.getFileName().toString().matches(pattern))
          .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
          .orElseThrow();
    }
  }

  @Test
  void a_second_engine_of_this_process_is_kept_out() throws IOException {
    try (var trestle = Trestle.open(folder)) {
      Ledger.create(trestle.client());
      assertThatThrownBy(() -> Trestle.open(folder))
          .isInstanceOf(StorageException.class)
          .hasMessageContainingAll(folder.toString(), "in use");
      Ledger.putPair(trestle.client(), 1, 10);
      assertThat(Ledger.pairs(trestle.client())).containsOnlyKeys(1);
    }
  }

  @Test
  void a_second_process_is_kept_out_until_the_first_is_gone() {
    try (var holder = ChildJvm.start(Holder.class, List.of(), List.of(folder.toString()))) {
      holder.awaitLine("open", LONG_ENOUGH);
      assertThatThrownBy(() -> Trestle.open(folder))
          .isInstanceOf(StorageException.class)
          .hasMessageContainingAll(folder.toString(), "in use", "another process");
      holder.kill();
    }
    try (var trestle = Trestle.open(folder)) {
      assertThat(Ledger.pairs(trestle.client())).containsOnlyKeys(1);
    }
  }

  @Test
  void a_folder_with_other_files_is_not_taken_over() throws IOException {
    Files.writeString(folder.resolve("letter.txt"), "not yours");
    assertRefused(folder.toString(), "letter.txt");
    try (var files = Files.list(folder)) {
      assertThat(files.map(Path::getFileName)).containsExactly(Path.of("letter.txt"));
    }
  }

  @Test
  void a_file_is_no_folder() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "text");
    assertThatThrownBy(() -> Trestle.open(file)).isInstanceOf(StorageException.class);
    assertThat(file).hasContent("text");
  }

  @Test
  void a_newer_format_is_refused() throws IOException {
    fill();
    Files.writeString(folder.resolve("FORMAT"), "trestle-engine 99\n");
    assertRefused(folder.toString(), "trestle-engine 99", "Nothing was changed");
  }

  @Test
  void data_without_its_format_are_refused() throws IOException {
    fill();
    Files.delete(folder.resolve("FORMAT"));
    assertRefused(folder.toString(), "damaged", "FORMAT");
  }

  @Test
  void a_lost_manifest_is_noticed() throws IOException {
    fill();
    Files.delete(file("MANIFEST-.*"));
    assertRefused("cannot be opened");
  }

  @Test
  void a_lost_pointer_to_the_manifest_is_noticed() throws IOException {
    fill();
    Files.delete(file("CURRENT"));
    assertRefused("cannot be opened");
  }

  @Test
  void a_lost_log_is_noticed() throws IOException {
    fill();
    Files.delete(file("\\d+\\.log"));
    assertRefused("cannot be opened");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\d+\\.log", "MANIFEST-.*"})
  void a_damaged_spot_is_noticed(String pattern) throws IOException {
    fill();
    var file = file(pattern);
    var bytes = Files.readAllBytes(file);
    int middle = bytes.length / 2;
    for (int i = 0; i < 8; i++) bytes[middle + i] ^= 0x55;
    Files.write(file, bytes);
    assertRefused("cannot be opened", "The file LOG there names damaged write-ahead logs");
    if (pattern.endsWith("log")) {
      assertThat(folder.resolve("db/LOG")).content().contains(file + ": dropping");
    }
  }

  /** The tail of a log is where a crash leaves half a record, so damage there is the hardest. */
  @Test
  void a_flipped_bit_in_the_log_never_loses_a_write_silently() throws IOException {
    fill();
    var file = file("\\d+\\.log");
    var sound = Files.readAllBytes(file);
    var copies = TemporaryFolder.create();
    try {
      for (int place = 0; place < FLIPPED_PLACES; place++) {
        boolean isNearTail = place % 2 == 0;
        int from = isNearTail ? sound.length - 200 : 0;
        int at = from + (int) ((long) (sound.length - from) * place / FLIPPED_PLACES);
        var damaged = sound.clone();
        damaged[at] ^= (byte) (1 << (place % 8));
        Files.write(file, damaged);
        var copy = copies.resolve("copy" + place);
        copyTo(copy);
        try (var trestle = Trestle.open(copy)) {
          assertThat(Ledger.pairs(trestle.client())).as("bit at %d", at).hasSize(PAIRS);
        } catch (StorageException refused) {
          assertThat(refused).hasMessageContaining("cannot be opened");
        }
      }
    } finally {
      TemporaryFolder.delete(copies);
    }
  }

  private void copyTo(Path copy) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.toList()) Files.copy(file, copy.resolve(folder.relativize(file)));
    }
  }

  @Test
  void a_log_that_ends_in_the_middle_of_a_write_is_what_a_crash_leaves_and_is_mended()
      throws IOException {
    fill();
    var file = file("\\d+\\.log");
    var bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 100));
    try (var trestle = Trestle.open(folder)) {
      assertThat(Ledger.pairs(trestle.client()))
          .as("only the write that was cut is lost")
          .hasSizeBetween(PAIRS - 1, PAIRS);
      Ledger.putPair(trestle.client(), 1000, 10);
    }
    try (var trestle = Trestle.open(folder)) {
      assertThat(Ledger.pairs(trestle.client())).containsKey(1000);
    }
  }

  @Test
  void zeros_after_the_last_write_are_what_a_power_cut_leaves_and_nothing_is_lost()
      throws IOException {
    fill();
    var file = file("\\d+\\.log");
    var bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length + 10_000));
    try (var trestle = Trestle.open(folder)) {
      assertThat(Ledger.pairs(trestle.client())).hasSize(PAIRS);
    }
  }

  @Test
  void a_format_that_is_no_text_of_ours_is_refused() throws IOException {
    fill();
    Files.write(folder.resolve("FORMAT"), "\u0000garbage".getBytes(UTF_8));
    assertRefused(folder.toString(), "Nothing was changed");
  }
}
