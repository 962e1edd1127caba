package dev.trestle.app.server;

import dev.trestle.app.config.Configuration;
import dev.trestle.cli.EndpointCredentials;
import dev.trestle.fleet.s3.BucketFolder;
import dev.trestle.fleet.s3.S3Blobs;
import dev.trestle.platform.blob.Blobs;
import dev.trestle.platform.blob.FolderBlobs;
import dev.trestle.platform.blob.MemoryBlobs;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;

/** Where a server keeps photos and files: in memory, in its data folder, or in a bucket. */
sealed interface ServerBlobs extends AutoCloseable {
  Blobs blobs();

  @Override
  void close();

  /** Blobs of this process or machine. */
  record Local(Blobs blobs) implements ServerBlobs {
    @Override
    public void close() {}
  }

  /** Blobs in a bucket, which other servers may share. */
  record Shared(S3Blobs blobs) implements ServerBlobs {
    @Override
    public void close() {
      blobs.close();
    }
  }

  static ServerBlobs open(Configuration configuration, boolean isDemo) {
    if (isDemo) return new Local(new MemoryBlobs());
    return configuration
        .blobs()
        .<ServerBlobs>map(place -> new Shared(bucket(configuration, place)))
        .orElseGet(() -> new Local(new FolderBlobs(configuration.data().resolve("blobs"))));
  }

  private static S3Blobs bucket(Configuration configuration, BucketFolder place) {
    var region = configuration.region();
    var credentials = credentials(configuration);
    return configuration
        .blobsEndpoint()
        .map(endpoint -> S3Blobs.in(place, region, credentials, endpoint))
        .orElseGet(() -> S3Blobs.in(place, region, credentials));
  }

  private static AwsCredentialsProvider credentials(Configuration configuration) {
    var profile = configuration.blobsProfile();
    if (profile.isPresent()) return ProfileCredentialsProvider.create(profile.get());
    return configuration.blobsEndpoint().isPresent()
        ? EndpointCredentials.find()
        : DefaultCredentialsProvider.builder().build();
  }
}
