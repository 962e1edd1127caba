package dev.trestle.fleet.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.blob.BlobKey;
import dev.trestle.platform.blob.Blobs;
import dev.trestle.platform.blob.BlobsContract;
import dev.trestle.platform.blob.FolderBlobs;
import dev.trestle.testing.S3Process;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;

class S3BlobsTest implements BlobsContract {
  private static final AtomicInteger FOLDERS = new AtomicInteger();
  @TempDir private static Path folder;
  private static S3Process server;
  private final List<S3Blobs> open = new ArrayList<>();

  @BeforeAll
  static void startServer() {
    server = S3Process.start(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @AfterEach
  void close() {
    open.forEach(S3Blobs::close);
  }

  private S3Blobs at(String address, String secret) {
    var credentials = AwsBasicCredentials.create(S3Process.ACCESS_KEY, secret);
    var blobs =
        S3Blobs.in(
            BucketFolder.parse(address).orElseThrow(),
            "us-east-1",
            StaticCredentialsProvider.create(credentials),
            server.address());
    open.add(blobs);
    return blobs;
  }

  private S3Blobs at(String address) {
    return at(address, S3Process.SECRET_KEY);
  }

  private static String freshFolder() {
    return "s3://" + S3Process.BUCKET + "/test-" + FOLDERS.incrementAndGet();
  }

  @Override
  public Blobs blobs() {
    return at(freshFolder());
  }

  @Test
  void another_server_sees_what_one_has_put() {
    var place = freshFolder();
    at(place).put(KEY, new byte[] {7});
    assertThat(at(place + "/").get(KEY)).hasValue(new byte[] {7});
  }

  @Test
  void the_same_blob_in_two_buckets_or_folders_is_two_blobs() {
    var place = freshFolder();
    var blobs = at(place);
    blobs.put(KEY, new byte[] {7});
    assertThat(at(freshFolder()).get(KEY)).isEmpty();
    assertThat(at("s3://" + S3Process.BUCKET).get(KEY)).isEmpty();
    var other = place.replace(S3Process.BUCKET, S3Process.OTHER_BUCKET);
    assertThat(at(other).get(KEY)).isEmpty();
  }

  @Test
  void a_blob_of_the_largest_size_comes_back() {
    var bytes = new byte[Blobs.BYTES_MAX];
    bytes[bytes.length - 1] = 7;
    var blobs = blobs();
    blobs.put(KEY, bytes);
    assertThat(blobs.get(KEY)).hasValue(bytes);
  }

  /** The server keeps objects in files, so copying files is copying objects. */
  @Test
  void a_copied_folder_of_blobs_is_found_in_the_bucket() throws IOException {
    var prefix = "moved-" + FOLDERS.incrementAndGet();
    var bucket = folder.resolve("buckets").resolve(S3Process.BUCKET);
    var before = new FolderBlobs(bucket.resolve(prefix));
    var other = new BlobKey("messenger-files", "fil_1.preview");
    before.put(KEY, new byte[] {7});
    before.put(other, new byte[] {8});
    Files.delete(bucket.resolve(prefix).resolve(".unfinished"));
    var blobs = at("s3://" + S3Process.BUCKET + "/" + prefix);
    assertThat(blobs.get(KEY)).hasValue(new byte[] {7});
    assertThat(blobs.get(other)).hasValue(new byte[] {8});
  }

  @Test
  void blobs_are_there_after_the_service_was_down() {
    var blobs = at(freshFolder());
    blobs.put(KEY, new byte[] {7});
    server.kill();
    try {
      assertThatThrownBy(blobs::check).isInstanceOf(SdkException.class);
      assertThatThrownBy(() -> blobs.get(KEY)).isInstanceOf(SdkException.class);
      assertThatThrownBy(() -> blobs.put(KEY, new byte[] {8})).isInstanceOf(SdkException.class);
    } finally {
      server.restart();
    }
    assertThat(blobs.get(KEY)).hasValue(new byte[] {7});
    assertThatCode(blobs::check).doesNotThrowAnyException();
  }

  @Test
  void a_missing_bucket_or_a_wrong_key_is_a_failure_and_not_an_absent_blob() {
    var nowhere = at("s3://no-such-bucket");
    assertThatThrownBy(nowhere::check).isInstanceOf(SdkException.class);
    assertThatThrownBy(() -> nowhere.get(KEY)).isInstanceOf(SdkException.class);
    var stranger = at(freshFolder(), "wrong");
    assertThatThrownBy(stranger::check).isInstanceOf(SdkException.class);
    assertThatThrownBy(() -> stranger.get(KEY)).isInstanceOf(SdkException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bucket",
        "http://bucket",
        "s3://",
        "s3://B",
        "s3://a",
        "s3://bucket//x",
        "s3://bucket/a b"
      })
  void an_address_that_is_no_bucket_is_refused(String address) {
    assertThat(BucketFolder.parse(address)).isEmpty();
  }
}
