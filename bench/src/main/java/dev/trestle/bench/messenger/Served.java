package dev.trestle.bench.messenger;

import dev.trestle.bench.ServerProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The server's process as it is seen from here. */
record Served(ServerProcess process) implements AutoCloseable {
  static Served start() {
    return new Served(ServerProcess.start(ServedMessenger.class, "1500m"));
  }

  InetSocketAddress socket() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), process.port());
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + process.port());
  }

  /** What its heap holds after a collection. */
  long heapBytes() {
    return Long.parseLong(process.ask("memory"));
  }

  /** All of the machine's memory that it holds; nothing where the system does not tell. */
  Optional<Long> residentBytes() {
    return process.residentBytes();
  }

  /** Calls to the store, those that were tried again, and those that failed. */
  String usage() {
    return process.ask("usage");
  }

  Duration processorTime() {
    return process.processorTime();
  }

  @Override
  public void close() {
    process.close();
  }
}
