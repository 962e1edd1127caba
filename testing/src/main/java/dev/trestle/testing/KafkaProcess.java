package dev.trestle.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Kafka of one broker on a free port of this machine, which keeps its topics in a folder. */
public final class KafkaProcess implements AutoCloseable {
  private final ServiceProcess process;

  private KafkaProcess(ServiceProcess process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param folder for topics; they stay there when it ends
   */
  public static KafkaProcess start(Path folder) {
    return new KafkaProcess(ServiceProcess.start("kafka", port -> command(folder, port)));
  }

  /** The classes of the module {@code broker} and the folder of its libraries, as a class path. */
  public static String classPath() {
    var target =
        Path.of(System.getProperty("trestle.root", "..")).toAbsolutePath().resolve("broker/target");
    var libraries = target.resolve("lib");
    if (!Files.exists(libraries))
      throw new IllegalStateException("build the module 'broker' first");
    return target.resolve("classes") + File.pathSeparator + libraries + File.separator + "*";
  }

  private static List<String> command(Path folder, int port) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx256m",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        classPath(),
        "dev.trestle.broker.KafkaBroker",
        folder.toString(),
        Integer.toString(port));
  }

  /** Its address, as clients are given it. */
  public String hosts() {
    return "127.0.0.1:" + process.port();
  }

  /** Kills it; topics stay. */
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
