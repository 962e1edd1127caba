package dev.trestle.app;

import dev.trestle.console.Console;
import dev.trestle.console.ConsoleFeed;
import dev.trestle.console.ConsoleQueue;
import dev.trestle.console.ConsoleSystem;
import dev.trestle.http.Hosts;
import dev.trestle.platform.metrics.Health;
import dev.trestle.platform.metrics.Metrics;
import dev.trestle.platform.metrics.RequestLog;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Ids;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything that {@code serve} runs: systems, console and home on one port. */
final class RunningServer implements Running {
  private static final System.Logger REQUESTS = System.getLogger("dev.trestle.requests");
  private static final String LOOPBACK = "127.0.0.1";

  private final Optional<RunningDatabase> database;
  private final List<ServedSystem> systems;
  private final Door door;
  private final SiteServer server;
  private final boolean isDemo;

  private RunningServer(
      Optional<RunningDatabase> database,
      List<ServedSystem> systems,
      Door door,
      SiteServer server,
      boolean isDemo) {
    this.database = database;
    this.systems = systems;
    this.door = door;
    this.server = server;
    this.isDemo = isDemo;
  }

  /**
   * Starts everything. The demo has an engine in memory: it never touches a folder.
   *
   * @throws WrongUse if others than this machine could reach a demo, and nobody said they may
   */
  static RunningServer start(Configuration configuration, boolean isDemo) {
    if (isDemo && !configuration.allowAnyone() && !Hosts.isLoopback(configuration.host())) {
      throw new WrongUse(
          "host is '%s': others than this machine could reach the demo, whose keys and codes are no"
                  .formatted(configuration.host())
              + " secrets. Give --allow-anyone if that is meant");
    }
    var open = new Opened();
    try {
      return start(configuration, isDemo, open);
    } catch (RuntimeException e) {
      open.close();
      throw e;
    }
  }

  private static RunningServer start(Configuration configuration, boolean isDemo, Opened open) {
    var database = database(configuration, isDemo);
    var ground = database.map(RunningServer::embedded).orElseGet(() -> remote(configuration));
    open.add(database.<AutoCloseable>map(running -> running).orElse(ground));
    var foundation = Foundation.on(ground, configuration, isDemo);
    var systems = new ArrayList<ServedSystem>();
    for (var each : configuration.systems()) {
      ServedSystems.open(each, foundation, configuration).map(open::add).ifPresent(systems::add);
    }
    var shown = new ArrayList<ConsoleSystem>();
    systems.forEach(system -> shown.addAll(system.shown()));
    shown.addAll(foundation.shown());
    var door = Door.of(foundation);
    var console = open.add(console(systems, shown, foundation).start());
    var stores = shown.stream().map(ConsoleSystem::store).toList();
    var figures = open.add(new HomeFigures(stores, ground.engine()).begin());
    var metrics = open.add(new Metrics());
    for (var each : shown) metrics.watch(each.name(), each.store());
    ServerFigures.of(systems, foundation.queue(), console).forEach(metrics::show);
    var health = new Health().check("tables", () -> ground.client().listTables(r -> r.limit(1)));
    var home = new HomeRoutes(systems, isDemo, database.map(RunningDatabase::endpoint), figures);
    var site =
        new Site(
                Hosts.of(configuration.host()),
                Ids.of("req_", foundation.clock(), foundation.random()))
            .observedBy(metrics)
            .observedBy(new RequestLog(foundation.clock(), RunningServer::log));
    systems.forEach(system -> system.mount(site));
    site.at("", home.router(), ErrorShape.PLAIN)
        .at("/shared", Pages.in(loader(), "dev/trestle/platform/page").router(), ErrorShape.PLAIN)
        .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN)
        .at("/health", new Router().get("/", health.endpoint()), ErrorShape.PLAIN)
        .at("/metrics", new Router().get("/", door.guarded(metrics.endpoint())), ErrorShape.PLAIN)
        .at("/operator", operator(door, systems), ErrorShape.PLAIN)
        .at("/console", door.guarded(console.router()), ErrorShape.PLAIN);
    var server = open.add(SiteServer.start(site, configuration.host(), configuration.port()));
    server.beforeClosing(health);
    systems.forEach(ServedSystem::begin);
    for (var system : systems) server.beforeClosing(system::shutDown);
    if (isDemo) {
      systems.forEach(ServedSystem::prepareDemo);
      open.add(new DemoTown(systems, server.endpoint(), configuration.demoRate()));
    }
    open.handOverTo(server);
    return new RunningServer(database, systems, door, server, isDemo);
  }

  private static Console console(
      List<ServedSystem> systems, List<ConsoleSystem> shown, Foundation foundation) {
    var queues = new ArrayList<ConsoleQueue>();
    var feeds = new ArrayList<ConsoleFeed>();
    for (var system : systems) {
      for (var name : system.queues()) {
        queues.add(ConsoleQueue.of(foundation.queue(), name, foundation.clock()));
      }
      feeds.addAll(system.feeds());
    }
    return new Console(shown, foundation.ground().engine(), queues, feeds, foundation.clock());
  }

  private static Router operator(Door door, List<ServedSystem> systems) {
    var router = door.router();
    for (var system : systems) system.operate(router, door::guarded);
    return router;
  }

  /** Requests are told at a level that nobody sees who did not ask for it. */
  private static void log(String line) {
    REQUESTS.log(System.Logger.Level.DEBUG, line);
  }

  private static Optional<RunningDatabase> database(Configuration configuration, boolean isDemo) {
    if (configuration.endpoint().isPresent()) return Optional.empty();
    // The systems ask who comes; the engine's endpoint only where there are credentials.
    var isGuarded = configuration.credentials().isPresent() || configuration.allowAnyone();
    var host = isGuarded ? configuration.host() : LOOPBACK;
    var doorkeeper = Doorkeeper.of(configuration, host);
    return Optional.of(RunningDatabase.start(configuration, isDemo, doorkeeper));
  }

  private static Ground embedded(RunningDatabase database) {
    return new Ground.Embedded(database.trestle());
  }

  private static Ground remote(Configuration configuration) {
    return Ground.Remote.at(configuration.endpoint().orElseThrow(), configuration.region());
  }

  private static ClassLoader loader() {
    return RunningServer.class.getClassLoader();
  }

  /** Where people find it. */
  String address() {
    return server.endpoint() + "/";
  }

  @Override
  public void announce(PrintWriter out) {
    out.println("Trestle on " + address());
    for (var system : systems) {
      out.printf("  %-10s %s%s/%n", system.which().title(), address(), system.which().id());
    }
    out.printf("  %-10s %sconsole/%n", "Console", address());
    door.announce(out);
    if (isDemo) systems.forEach(system -> system.announceDemo(out));
    out.println();
    database.ifPresentOrElse(
        running -> running.announce(out), () -> out.println("Ctrl-C ends it."));
    out.flush();
  }

  @Override
  public void close() {
    server.close();
  }
}
