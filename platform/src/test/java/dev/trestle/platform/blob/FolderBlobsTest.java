package dev.trestle.platform.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderBlobsTest implements BlobsContract {
  @TempDir private Path folder;

  @Override
  public Blobs blobs() {
    return new FolderBlobs(folder);
  }

  @Test
  void blobs_are_there_after_a_restart() {
    blobs().put(KEY, new byte[] {7});
    assertThat(blobs().get(KEY)).hasValue(new byte[] {7});
  }

  @Test
  void what_a_crash_left_unfinished_is_removed_at_the_next_start() throws IOException {
    blobs().put(KEY, new byte[] {7});
    var half = Files.write(folder.resolve(".unfinished").resolve("1.tmp"), new byte[] {1});
    assertThat(blobs().get(KEY)).hasValue(new byte[] {7});
    assertThat(half).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../secret", "a/b", ".hidden", "a\\b", "a\0b", "ä"})
  void a_name_cannot_leave_its_folder(String name) {
    assertThatThrownBy(() -> new BlobKey("photos", name))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", ".unfinished", "a/b", "Photos"})
  void a_collection_cannot_leave_its_folder(String collection) {
    assertThatThrownBy(() -> new BlobKey(collection, "name"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
