package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.StorageException;
import dev.trestle.testing.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/** A bit of a table file changes on disk. */
class FlippedBitTest {
  private static final int ITEMS = 60;
  private static final int PLACES = 16;

  private final Path folder = TemporaryFolder.create();

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  private Trestle open() {
    return Trestle.open(EngineOptions.at(folder));
  }

  private static Map<String, AttributeValue> item(int number) {
    // Different texts, so that no compression makes the file as small as one block.
    var text = new StringBuilder();
    for (int i = 0; i < 200; i++) text.append(Integer.toHexString((number + 1) * (i + 7919) * 31));
    return Ledger.entry("left", number, 0).entrySet().stream()
        .collect(
            TreeMap::new,
            (map, entry) ->
                map.put(
                    entry.getKey(),
                    entry.getKey().equals("text")
                        ? AttributeValue.fromS(text.toString())
                        : entry.getValue()),
            Map::putAll);
  }

  private static Optional<Map<String, AttributeValue>> read(DynamoDbClient client, int number) {
    try {
      var answer =
          client.getItem(request ->
              request
                  .tableName(Ledger.TABLE)
                  .key(Map.of("pk", AttributeValue.fromS("left" + number)))
                  .consistentRead(true));
      return Optional.of(answer.item());
    } catch (InternalServerErrorException e) {
      assertThat(e.getMessage()).contains("reading from disk failed", ".sst");
      return Optional.empty();
    }
  }

  /** Writes items and moves them from the write-ahead log to table files, which opening does. */
  private void fill() {
    try (var trestle = open()) {
      Ledger.create(trestle.client());
      for (int i = 0; i < ITEMS; i++) {
        var item = item(i);
        trestle.client().putItem(put -> put.tableName(Ledger.TABLE).item(item));
      }
    }
    open().close();
  }

  private List<Path> tableFiles() throws IOException {
    try (var files = Files.list(folder.resolve("db"))) {
      return files.filter(file -> file.toString().endsWith(".sst")).toList();
    }
  }

  private Path largestTableFile() throws IOException {
    return tableFiles().stream()
        .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
        .orElseThrow();
  }

  @Test
  void a_flipped_bit_is_named_and_never_served_as_data() throws IOException {
    fill();
    var file = largestTableFile();
    var sound = Files.readAllBytes(file);
    int found = 0;
    for (int place = 0; place < PLACES; place++) {
      var damaged = sound.clone();
      damaged[(int) ((long) sound.length * place / PLACES)] ^= (byte) (1 << (place % 8));
      Files.write(file, damaged);
      if (isNoticed(file)) found++;
      Files.write(file, sound);
    }
    assertThat(found).as("places where a flipped bit is noticed").isEqualTo(PLACES);
    try (var trestle = open()) {
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
    }
  }

  /** Returns whether opening, reading or verifying names the damage. No wrong item may be read. */
  private boolean isNoticed(Path file) {
    try (var trestle = open()) {
      boolean failed = false;
      for (int i = 0; i < ITEMS; i++) {
        var read = read(trestle.client(), i);
        if (read.isPresent()) assertThat(read.get()).isEqualTo(item(i));
        else failed = true;
      }
      if (failed) {
        assertThatThrownBy(trestle.engine()::checkReads).isInstanceOf(StorageException.class);
      }
      var problems = trestle.engine().verify((done, total) -> {}).problems();
      if (failed) assertThat(problems).isNotEmpty();
      return problems.stream().anyMatch(problem -> problem.toString().contains(name(file)));
    } catch (StorageException e) {
      assertThat(e.getMessage()).contains("cannot be opened", "restore a copy", name(file));
      return true;
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  @Test
  void a_lost_table_file_is_named_when_the_data_is_opened() throws IOException {
    fill();
    var file = largestTableFile();
    Files.delete(file);
    assertThatThrownBy(() -> open().close())
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("cannot be opened")
        .hasMessageContaining(name(file));
  }
}
