package dev.trestle.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An S3 server on a free port of this machine: S3Proxy, which keeps objects in files of a folder.
 * It checks signatures, and has the buckets {@link #BUCKET} and {@link #OTHER_BUCKET}.
 */
public final class S3Process implements AutoCloseable {
  public static final String ACCESS_KEY = "local";
  public static final String SECRET_KEY = "local";
  public static final String BUCKET = "photos-here";
  public static final String OTHER_BUCKET = "photos-there";

  private static final Path JAR =
      Path.of(System.getProperty("trestle.root", ".."))
          .resolve("testing/target/services/s3proxy.jar");

  private final ServiceProcess process;

  private S3Process(ServiceProcess process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param folder for objects; they stay there when it ends
   */
  public static S3Process start(Path folder) {
    return new S3Process(ServiceProcess.start("s3proxy", port -> command(folder, port)));
  }

  private static List<String> command(Path folder, int port) {
    if (!Files.exists(JAR)) throw new IllegalStateException("build the module 'testing' first");
    var buckets = folder.resolve("buckets");
    var settings =
        """
        s3proxy.endpoint=http://127.0.0.1:%d
        s3proxy.authorization=aws-v4
        s3proxy.identity=%s
        s3proxy.credential=%s
        jclouds.provider=filesystem-nio2
        jclouds.filesystem.basedir=%s
        """
            .formatted(port, ACCESS_KEY, SECRET_KEY, buckets);
    try {
      Files.createDirectories(buckets.resolve(BUCKET));
      Files.createDirectories(buckets.resolve(OTHER_BUCKET));
      var file = Files.writeString(folder.resolve("s3proxy.properties"), settings);
      return List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-XX:TieredStopAtLevel=1",
          "-Xmx256m",
          "-jar",
          JAR.toString(),
          "--properties",
          file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + process.port());
  }

  /** Kills it; objects stay. */
  public void kill() {
    process.kill();
  }

  /** Starts it again on the same port. */
  public void restart() {
    process.restart();
  }

  @Override
  public void close() {
    kill();
  }
}
