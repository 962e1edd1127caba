package dev.trestle.messenger.trial;

import dev.trestle.messenger.history.Event;
import dev.trestle.messenger.history.Recorder;
import dev.trestle.testing.ChildJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The servers that run in one folder and on one port, one after the other, and how they are
 * stopped.
 */
final class ServerUnderTest implements AutoCloseable {
  /** Generous, for a busy machine. A server that cannot start exits. */
  private static final Duration START_MAX = Duration.ofMinutes(10);

  private static final Duration LIFE_MAX = Duration.ofSeconds(6);
  private static final int PASSAGE_MAX = 120;
  private static final int STARTS_MAX = 5;
  private static final int PORT_MIN = 20_000;
  private static final int PORT_MAX = 32_000;
  private static final int PORTS_TRIED = 100;

  private final Path folder;
  private final Trial.Plan plan;
  private final Recorder recorder;
  private final int port;
  private Optional<ChildJvm> server = Optional.empty();
  private long lives;

  ServerUnderTest(Path folder, Trial.Plan plan, Recorder recorder) {
    this.folder = folder;
    this.plan = plan;
    this.recorder = recorder;
    this.port = freePort(new SplittableRandom(plan.seed()));
  }

  /** Below the system's ephemeral ports, so that the port is free when the next server starts. */
  private static int freePort(SplittableRandom random) {
    for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
      int port = random.nextInt(PORT_MIN, PORT_MAX);
      try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException _) {
        // The port is taken; try another one.
      }
    }
    throw new AssertionError("no free port from " + PORT_MIN + " to " + PORT_MAX);
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /**
   * Starts a server of whose calls to the store this share fails. If it cannot start because of
   * them, another one is started, as a supervisor would.
   */
  void start(double storeFaults, String... dieAt) {
    for (int attempt = 1; !isStarted(storeFaults, dieAt); attempt++) {
      if (attempt == STARTS_MAX || storeFaults == 0) throw new AssertionError(said());
      stop();
    }
  }

  /** Starts a server; false if it ended before it was ready, unless it was meant to die. */
  private boolean isStarted(double storeFaults, String... dieAt) {
    var arguments = new ArrayList<String>();
    arguments.addAll(
        List.of(
            folder.toString(),
            Integer.toString(port),
            Long.toString(plan.seed() + lives++),
            Double.toString(storeFaults),
            plan.bug().name()));
    arguments.addAll(List.of(dieAt));
    note("server starts " + String.join(" ", dieAt));
    var started = ChildJvm.start(TrialServer.class, List.of("-Xmx512m"), arguments);
    server = Optional.of(started);
    // It may pass the point where it shall die before it is ready.
    var ready = started.awaitLineOrEnd("ready", START_MAX);
    return ready.isPresent() || dieAt.length > 0;
  }

  private void note(String text) {
    recorder.record(at -> new Event.Noted(at, text));
  }

  void killAndRestart() {
    note("server is killed");
    stop();
    start(plan.storeFaults());
  }

  /** Makes the next server die at a named point. It is killed if it does not reach the point. */
  void restartToDie(SplittableRandom random) {
    var point = CrashPoints.ALL.get(random.nextInt(CrashPoints.ALL.size()));
    stop();
    start(plan.storeFaults(), point, Integer.toString(random.nextInt(1, PASSAGE_MAX)));
    long end = System.nanoTime() + LIFE_MAX.toNanos();
    while (isAlive() && System.nanoTime() < end) LockSupport.parkNanos(5_000_000);
    note(isAlive() ? "server did not come to " + point : "server died at " + point);
    stop();
    start(plan.storeFaults());
  }

  /** Stops its process for a while, without ending it. */
  void freeze(Duration time) {
    note("server is frozen for " + time);
    server.ifPresent(process -> process.signal("STOP"));
    LockSupport.parkNanos(time.toNanos());
    server.ifPresent(process -> process.signal("CONT"));
    note("server goes on");
  }

  /** What it wrote to standard error. */
  String said() {
    return server.map(ChildJvm::err).orElse("");
  }

  private boolean isAlive() {
    return server.filter(ChildJvm::isAlive).isPresent();
  }

  void mustBeAlive() {
    if (!isAlive()) throw new AssertionError("the server ended: " + said());
  }

  /** A server without faults, for the end. */
  void recover() {
    stop();
    start(0);
  }

  void stop() {
    server.ifPresent(ChildJvm::close);
    server = Optional.empty();
  }

  @Override
  public void close() {
    stop();
  }
}
