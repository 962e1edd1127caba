package dev.trestle.platform.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link Blobs}. */
public interface BlobsContract {
  BlobKey KEY = new BlobKey("photos", "pho_1.small.jpg");

  /** The implementation under test, empty. */
  Blobs blobs();

  @Test
  default void a_blob_comes_back_as_it_was_put() {
    var bytes = new byte[] {0, 1, -1, 127, -128};
    var blobs = blobs();
    blobs.put(KEY, bytes);
    assertThat(blobs.get(KEY)).hasValue(bytes);
  }

  @Test
  default void an_empty_blob_is_kept() {
    var blobs = blobs();
    blobs.put(KEY, new byte[0]);
    assertThat(blobs.get(KEY)).hasValue(new byte[0]);
  }

  @Test
  default void what_was_never_put_is_absent() {
    assertThat(blobs().get(KEY)).isEmpty();
  }

  @Test
  default void a_deleted_blob_is_absent_and_can_be_deleted_again() {
    var blobs = blobs();
    blobs.put(KEY, new byte[] {1});
    blobs.delete(KEY);
    blobs.delete(KEY);
    assertThat(blobs.get(KEY)).isEmpty();
  }

  @Test
  default void the_same_name_in_two_collections_is_two_blobs() {
    var other = new BlobKey("exports", KEY.name());
    var blobs = blobs();
    blobs.put(KEY, new byte[] {1});
    blobs.put(other, new byte[] {2});
    assertThat(blobs.get(KEY)).hasValue(new byte[] {1});
    assertThat(blobs.get(other)).hasValue(new byte[] {2});
  }

  @Test
  default void the_caller_may_reuse_its_array() {
    var bytes = new byte[] {1};
    var blobs = blobs();
    blobs.put(KEY, bytes);
    bytes[0] = 2;
    assertThat(blobs.get(KEY)).hasValue(new byte[] {1});
  }

  @Test
  default void a_blob_beyond_the_limit_is_refused() {
    var blobs = blobs();
    assertThatThrownBy(() -> blobs.put(KEY, new byte[Blobs.BYTES_MAX + 1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(blobs.get(KEY)).isEmpty();
  }

  /** Each version is filled with one value: a mixture would be half of one and half of another. */
  @Test
  default void a_reader_never_sees_half_of_a_blob() throws Exception {
    var blobs = blobs();
    blobs.put(KEY, filled(0));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var writers =
          IntStream.range(1, 40)
              .<Future<?>>mapToObj(n -> threads.submit(() -> blobs.put(KEY, filled(n))))
              .toList();
      for (int i = 0; i < 200; i++) {
        var seen = blobs.get(KEY).orElseThrow();
        assertThat(seen).isEqualTo(filled(seen[0]));
      }
      for (var writer : writers) writer.get();
    }
  }

  private static byte[] filled(int value) {
    var bytes = new byte[50_000];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
