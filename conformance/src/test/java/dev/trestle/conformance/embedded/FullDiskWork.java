package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineBackups;
import dev.trestle.engine.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/** The process that fills its file system, frees some space and goes on. */
final class FullDiskWork {
  private static final int ENTRY_BYTES = 8_000;
  private static final int FREED_BYTES = 96 << 20;

  private final SplittableRandom random = new SplittableRandom(1);
  private final Path data;
  private final Path backups;
  private int acknowledged;

  private FullDiskWork(Path folder) {
    this.data = folder.resolve("data");
    this.backups = folder.resolve("backups");
  }

  /** Takes an empty folder on a small file system. */
  public static void main(String[] arguments) throws IOException {
    var folder = Path.of(arguments[0]);
    var other = Files.write(folder.resolve("other"), new byte[FREED_BYTES]);
    var work = new FullDiskWork(folder);
    work.fill();
    work.openWhileFull();
    Files.delete(other);
    work.goOn();
    System.out.println("passed");
    System.exit(0);
  }

  private void fill() {
    try (var trestle = Trestle.open(data)) {
      Ledger.create(trestle.client());
      try {
        while (true) {
          Ledger.putPair(trestle.client(), acknowledged, text());
          acknowledged++;
        }
      } catch (InternalServerErrorException e) {
        System.out.println("pairs acknowledged: " + acknowledged + ", then: " + e.getMessage());
        assertThat(e).hasMessageContainingAll("writing to disk failed", "open the folder again");
      }
      assertThatThrownBy(trestle.engine()::checkWrites).isInstanceOf(StorageException.class);
      assertThatThrownBy(() -> Ledger.putPair(trestle.client(), -1, 10))
          .isInstanceOf(InternalServerErrorException.class);
      assertThat(Ledger.pairs(trestle.client())).as("reads go on").hasSize(acknowledged);
      assertThatThrownBy(
              () -> {
                try (var all = EngineBackups.open(backups)) {
                  all.create(trestle.engine());
                }
              })
          .isInstanceOf(StorageException.class);
    }
  }

  /** Returns a text that cannot be compressed, so that the disk is soon full. */
  private String text() {
    return random
        .ints(ENTRY_BYTES, ' ', '~')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Opening needs some space. It fails with a message, or nothing is missing. */
  private void openWhileFull() {
    try (var trestle = Trestle.open(data)) {
      checkPairs(trestle);
      System.out.println("opened while full");
    } catch (StorageException e) {
      assertThat(e).hasMessageContainingAll("No space left on device", "free some space");
      System.out.println("not opened while full: " + e.getMessage());
    }
  }

  private void goOn() {
    try (var trestle = Trestle.open(data)) {
      checkPairs(trestle);
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
      Ledger.putPair(trestle.client(), acknowledged, text());
    }
    try (var trestle = Trestle.open(data)) {
      assertThat(Ledger.pairs(trestle.client())).hasSize(acknowledged + 1);
    }
  }

  private void checkPairs(Trestle trestle) {
    var found = Ledger.pairs(trestle.client());
    for (int i = 0; i < acknowledged; i++) assertThat(found).containsKey(i);
    assertThat(found).hasSizeBetween(acknowledged, acknowledged + 1);
  }
}
