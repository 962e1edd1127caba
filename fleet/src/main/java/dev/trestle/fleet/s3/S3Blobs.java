package dev.trestle.fleet.s3;

import dev.trestle.platform.blob.BlobKey;
import dev.trestle.platform.blob.Blobs;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Blobs as objects of a bucket. Their keys are the paths of files in a folder of blobs, so such a
 * folder moves to a bucket by copying it. S3 replaces an object whole and keeps it once it has
 * answered. Calls fail with an {@link SdkException} while S3 is unavailable; a request that needs
 * them is answered with 503.
 */
public final class S3Blobs implements Blobs, AutoCloseable {
  /** Of a call with its repetitions: storing the same bytes twice does no harm. */
  private static final Duration CALL_TIME_MAX = Duration.ofSeconds(60);

  private static final Duration ATTEMPT_TIME_MAX = Duration.ofSeconds(30);
  private static final Duration CHECK_TIME_MAX = Duration.ofSeconds(5);
  private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(2);
  private static final int CONNECTIONS_MAX = 100;

  private final S3Client client;
  private final BucketFolder place;

  private S3Blobs(S3Client client, BucketFolder place) {
    this.client = client;
    this.place = place;
  }

  /** Blobs in S3 itself. */
  public static S3Blobs in(BucketFolder place, String region, AwsCredentialsProvider credentials) {
    return new S3Blobs(builder(region, credentials).build(), place);
  }

  /** Blobs in another service with the API of S3. */
  public static S3Blobs in(
      BucketFolder place, String region, AwsCredentialsProvider credentials, URI endpoint) {
    // Such services know neither buckets as host names nor the newer checksums.
    var client =
        builder(region, credentials)
            .endpointOverride(endpoint)
            .forcePathStyle(true)
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .build();
    return new S3Blobs(client, place);
  }

  private static S3ClientBuilder builder(String region, AwsCredentialsProvider credentials) {
    return S3Client.builder()
        .region(Region.of(region))
        .credentialsProvider(credentials)
        .httpClientBuilder(
            Apache5HttpClient.builder()
                .connectionTimeout(CONNECT_TIME_MAX)
                .maxConnections(CONNECTIONS_MAX))
        .overrideConfiguration(
            limits -> limits.apiCallTimeout(CALL_TIME_MAX).apiCallAttemptTimeout(ATTEMPT_TIME_MAX));
  }

  @Override
  public void put(BlobKey key, byte[] bytes) {
    Blobs.checkSize(bytes);
    client.putObject(
        request -> request.bucket(place.bucket()).key(place.key(key)),
        RequestBody.fromBytes(bytes));
  }

  @Override
  public Optional<byte[]> get(BlobKey key) {
    try {
      return Optional.of(
          client.getObject(
              request -> request.bucket(place.bucket()).key(place.key(key)), S3Blobs::read));
    } catch (NoSuchKeyException _) {
      return Optional.empty();
    }
  }

  /** Others may have put something larger into the bucket. */
  private static byte[] read(GetObjectResponse response, AbortableInputStream body)
      throws IOException {
    var bytes = body.readNBytes(BYTES_MAX + 1);
    if (bytes.length <= BYTES_MAX) return bytes;
    body.abort();
    throw new IllegalStateException("the object in the bucket is too large");
  }

  @Override
  public void delete(BlobKey key) {
    client.deleteObject(request -> request.bucket(place.bucket()).key(place.key(key)));
  }

  /**
   * Asks for the bucket.
   *
   * @throws SdkException if S3 is unavailable, or there is no such bucket
   */
  public void check() {
    client.headBucket(request ->
        request
            .bucket(place.bucket())
            .overrideConfiguration(limits -> limits.apiCallTimeout(CHECK_TIME_MAX)));
  }

  @Override
  public void close() {
    client.close();
  }
}
