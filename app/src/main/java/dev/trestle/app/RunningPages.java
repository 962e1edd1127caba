package dev.trestle.app;

import dev.trestle.dynamodb.wire.WireServer;
import java.io.PrintWriter;
import java.util.Optional;

/** The pages and the engine's endpoint on one engine, with or without the demo. */
final class RunningPages implements Running {
  private final RunningDatabase database;
  private final HomeServer home;
  private final Optional<Demo> demo;
  private final String host;

  private RunningPages(
      RunningDatabase database, HomeServer home, Optional<Demo> demo, String host) {
    this.database = database;
    this.home = home;
    this.demo = demo;
    this.host = host;
  }

  /**
   * Starts everything. The demo has an engine in memory: it never touches a folder.
   *
   * @throws WrongUse if others than this machine could reach the address, and nobody said they may
   */
  static RunningPages start(Configuration configuration, boolean withDemo) {
    if (!configuration.allowAnyone() && !WireServer.isLoopback(configuration.host())) {
      throw new WrongUse(
          "host is '%s': others than this machine could reach it, and the pages ask nobody who they"
                  .formatted(configuration.host())
              + " are. Give --allow-anyone if that is meant");
    }
    var database = RunningDatabase.start(configuration, withDemo);
    try {
      var trestle = database.trestle();
      var demo = withDemo ? Optional.of(Demo.start(trestle)) : Optional.<Demo>empty();
      var home = HomeServer.start(trestle.engine(), configuration.host(), configuration.port());
      return new RunningPages(database, home, demo, configuration.host());
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  String address() {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + home.port() + "/";
  }

  @Override
  public void announce(PrintWriter out) {
    out.println("Trestle on " + address());
    out.println();
    out.println("Not there yet: Messenger, Stak, EcoBid, HomeOps and the console.");
    out.println("The engine under them is, with an endpoint of its own:");
    out.println();
    database.announce(out);
  }

  @Override
  public void close() {
    try (database) {
      home.close();
      demo.ifPresent(Demo::close);
    }
  }
}
