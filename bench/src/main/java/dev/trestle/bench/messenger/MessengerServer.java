package dev.trestle.bench.messenger;

import dev.trestle.bench.ChildProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The process of the server under load. */
record MessengerServer(ChildProcess process) implements AutoCloseable {
  static MessengerServer start() {
    return new MessengerServer(ChildProcess.start(MessengerProcess.class, "1500m"));
  }

  /** With the limits of production. */
  static MessengerServer startLimited() {
    return new MessengerServer(ChildProcess.start(LimitedMessengerProcess.class, "1500m"));
  }

  InetSocketAddress socket() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), process.port());
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + process.port());
  }

  /** The heap in use after garbage collection. */
  long heapBytes() {
    return Long.parseLong(process.ask("memory"));
  }

  /** The resident memory; empty if the system does not report it. */
  Optional<Long> residentBytes() {
    return process.residentBytes();
  }

  /** The numbers of calls to the store, of retries and of failures. */
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
