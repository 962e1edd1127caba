package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.testing.ChildJvm;
import dev.trestle.testing.Faults;
import dev.trestle.testing.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/** If the disk is full, the caller gets an error and nothing is written in part. */
class DiskFullTest {
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(3);

  /** In blocks of 512 bytes as in POSIX, or of 1024 in some shells. */
  private static final int FILE_BLOCKS_MAX = 4096;

  private final Path folder = TemporaryFolder.create();
  private final Path data = folder.resolve("data");

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  private Path unpackLibrary() throws IOException {
    var name = Environment.getJniLibraryFileName("rocksdb");
    try (var library = RocksDB.class.getClassLoader().getResourceAsStream(name)) {
      var file = folder.resolve(System.mapLibraryName("rocksdbjni"));
      Files.copy(Objects.requireNonNull(library, name), file);
    }
    return folder;
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no ulimit")
  void a_write_that_finds_no_room_is_refused_whole_and_what_was_acknowledged_stays()
      throws IOException {
    var limit = "ulimit -f " + FILE_BLOCKS_MAX + " && exec \"$@\"";
    var launcher = List.of("sh", "-c", limit, "sh");
    // The library is larger than the file size limit, so it must be unpacked before.
    var library = List.of("-Djava.library.path=" + unpackLibrary());
    List<String> lines;
    try (var child =
        ChildJvm.startBy(launcher, SmallDisk.class, library, List.of(data.toString()))) {
      child.awaitEnd(LONG_ENOUGH);
      lines = child.lines();
      assertThat(lines).as(child.err()).anyMatch(line -> line.startsWith("refused"));
    }
    int acknowledged =
        (int) lines.stream().filter(line -> line.startsWith("acknowledged ")).count();
    assertThat(acknowledged).isPositive();
    assertThat(lines)
        .anyMatch(line -> line.startsWith("refused 500 writing to disk failed"))
        .contains("then refused 500", "read " + acknowledged);

    try (var trestle = Trestle.open(data)) {
      var pairs = Ledger.pairs(trestle.client());
      for (int i = 0; i < acknowledged; i++) assertThat(pairs).containsKey(i);
      assertThat(pairs).hasSizeBetween(acknowledged, acknowledged + 1);
      Ledger.putPair(trestle.client(), 100_000, SmallDisk.ENTRY_BYTES);
      assertThat(Ledger.pairs(trestle.client())).containsKey(100_000);
    }
  }

  @Test
  void after_a_failed_write_nothing_more_is_written_until_the_folder_is_opened_again() {
    var faults = new Faults();
    try (var trestle = Trestle.open(EngineOptions.at(data).withFaults(faults))) {
      var db = trestle.client();
      Ledger.create(db);
      Ledger.putPair(db, 1, 10);
      faults.fail(FaultPoints.COMMIT_BEFORE_WRITE);
      assertThatThrownBy(() -> Ledger.putPair(db, 2, 10))
          .isInstanceOf(InternalServerErrorException.class);
      assertThatThrownBy(() -> Ledger.putPair(db, 3, 10))
          .isInstanceOf(InternalServerErrorException.class);
      assertThat(Ledger.pairs(db)).containsOnlyKeys(1);
    }
    try (var trestle = Trestle.open(data)) {
      assertThat(Ledger.pairs(trestle.client())).containsOnlyKeys(1);
      Ledger.putPair(trestle.client(), 4, 10);
      assertThat(Ledger.pairs(trestle.client())).containsOnlyKeys(1, 4);
    }
  }
}
