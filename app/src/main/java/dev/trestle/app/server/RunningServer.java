package dev.trestle.app.server;

import dev.trestle.accounts.Accounts;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.config.UsageError;
import dev.trestle.app.demo.Demo;
import dev.trestle.app.demo.EcoBidDemo;
import dev.trestle.app.demo.HomeOpsDemo;
import dev.trestle.app.demo.MessengerDemo;
import dev.trestle.app.demo.StakDemo;
import dev.trestle.app.demo.SystemDemo;
import dev.trestle.console.Console;
import dev.trestle.console.ConsoleFeed;
import dev.trestle.console.ConsoleQueue;
import dev.trestle.console.ConsoleSystem;
import dev.trestle.ecobid.EcoBid;
import dev.trestle.fleet.redis.Redis;
import dev.trestle.fleet.redis.RedisLimiter;
import dev.trestle.fleet.redis.RedisSignals;
import dev.trestle.homeops.HomeOps;
import dev.trestle.http.Hosts;
import dev.trestle.http.HttpLimits;
import dev.trestle.messenger.Messenger;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.identity.SecretFolder;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.metrics.Metrics;
import dev.trestle.platform.metrics.RequestLog;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Forwarding;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.stak.Stak;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Everything that {@code serve} runs: systems, console and home page on one port. */
public final class RunningServer implements RunningService {
  private static final System.Logger REQUESTS = System.getLogger("dev.trestle.requests");
  private static final String LOOPBACK = "127.0.0.1";

  private final ServerDatabase database;
  private final List<ServedSystem> systems;
  private final OperatorAccess operator;
  private final SiteServer server;
  private final Optional<Demo> demo;
  private final Path secrets;
  private final Site site;

  private RunningServer(
      ServerDatabase database,
      List<ServedSystem> systems,
      OperatorAccess operator,
      SiteServer server,
      Optional<Demo> demo,
      Path secrets,
      Site site) {
    this.database = database;
    this.systems = systems;
    this.operator = operator;
    this.server = server;
    this.demo = demo;
    this.secrets = secrets;
    this.site = site;
  }

  /**
   * Starts everything. The demo runs in memory and touches no folder.
   *
   * @throws UsageError if other machines could reach a server that trusts everybody
   */
  public static RunningServer start(Configuration configuration, ServerMode mode) {
    return start(configuration, mode, UnaryOperator.identity());
  }

  /** The same with another context, for tests that replace a part of it. */
  static RunningServer start(
      Configuration configuration, ServerMode mode, UnaryOperator<SystemContext> replaced) {
    if (mode.isLocal() && !Hosts.isLoopback(configuration.host())) {
      throw new UsageError(
          "host is '%s', so other machines could reach a server that trusts everybody."
                  .formatted(configuration.host())
              + " Leave out --host, or --%s.".formatted(mode.name().toLowerCase(Locale.ROOT)));
    }
    var open = new OpenResources();
    try {
      return start(configuration, mode, replaced, open);
    } catch (RuntimeException e) {
      open.close();
      throw e;
    }
  }

  private static RunningServer start(
      Configuration configuration,
      ServerMode mode,
      UnaryOperator<SystemContext> replaced,
      OpenResources open) {
    boolean isDemo = mode.isDemo();
    var database = open.add(database(configuration, mode));
    var redis = redis(configuration).map(open::add);
    var blobs = open.add(ServerBlobs.open(configuration, isDemo));
    var context = open.add(replaced.apply(context(configuration, database, redis, blobs, isDemo)));
    var fleet = fleet(database, context).map(open::add);
    var systems = SystemList.open(configuration, context, mode, open);
    var stores = new ArrayList<Store>();
    systems.forEach(system -> stores.addAll(system.stores()));
    stores.addAll(context.platformStores());
    var operator = OperatorAccess.of(context, mode);
    var backups =
        open.add(ServerBackups.start(configuration, database.folder(), stores, context.clock()));
    var console = open.add(console(systems, stores, context, database).withBackups(backups));
    fleet.ifPresent(console::withServers);
    console.start();
    var events = open.add(new HomeEvents(stores, database.engine()).start());
    var metrics = open.add(new Metrics());
    for (var store : stores) metrics.watch(store.model().name(), store);
    ServerMetrics.of(systems, context, console).forEach(metrics::show);
    backups.metrics().forEach(metrics::show);
    var health = ServerHealth.of(database, systems, context);
    console.withServices(SharedServices.in(health, redis, blobs)::view);
    backups.schedule().ifPresent(schedule -> health.optional("backups", schedule::check));
    var home = new HomeRoutes(systems, isDemo, endpoint(database), events);
    var site =
        new Site(hosts(mode), () -> context.ids().next("req_"))
            .behind(forwarding(configuration, mode))
            .observedBy(metrics)
            .observedBy(new RequestLog(context.clock(), RunningServer::log));
    var tls = configuration.tls();
    if (tls.isPresent()) site.withTlsOnly();
    systems.forEach(system -> system.mount(site));
    mountOperator(site, operator, systems);
    site.at("", home.router(), ErrorShape.PLAIN)
        .at("/shared", Pages.in(loader(), "dev/trestle/platform/page").router(), ErrorShape.PLAIN)
        .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN)
        .at("/health", health.router(), ErrorShape.PLAIN)
        .at("/metrics", new Router().get("/", operator.guard(metrics.endpoint())), ErrorShape.PLAIN)
        .at("/console", operator.guardConsole(console.router()), ErrorShape.PLAIN);
    var demos = isDemo ? demos(systems) : List.<SystemDemo>of();
    if (isDemo) site.at("/shared/demo.js", Demo.script(demos), ErrorShape.PLAIN);
    var server =
        open.add(
            SiteServer.start(
                site, configuration.host(), configuration.port(), limits(configuration), tls));
    server.closeBefore(health);
    systems.forEach(ServedSystem::start);
    fleet.ifPresent(member -> member.serves(systems));
    for (var system : systems) server.closeBefore(system::stop);
    var demo =
        isDemo
            ? Optional.of(open.add(Demo.start(demos, server.endpoint(), configuration.demoRate())))
            : Optional.<Demo>empty();
    open.handOverTo(server);
    return new RunningServer(
        database, systems, operator, server, demo, configuration.secrets(), site);
  }

  /** Names of other machines would let pages of other sites in (DNS rebinding). */
  private static Hosts hosts(ServerMode mode) {
    return mode.isLocal() ? new Hosts.Loopback() : new Hosts.Any();
  }

  private static Forwarding forwarding(Configuration configuration, ServerMode mode) {
    return mode.isLocal()
        ? new Forwarding.Refused()
        : new Forwarding.Trusted(configuration.trustedProxies());
  }

  private static HttpLimits limits(Configuration configuration) {
    var limits = HttpLimits.ofBodyBytes(SiteServer.BODY_BYTES_MAX);
    var proxies = configuration.trustedProxies();
    return limits.connections(
        limits
            .connections()
            .proxies(address -> proxies.stream().anyMatch(block -> block.contains(address))));
  }

  private static Optional<Redis> redis(Configuration configuration) {
    return configuration
        .redis()
        .map(address -> Redis.at(address, "trestle/" + configuration.tablePrefix()));
  }

  private static SystemContext context(
      Configuration configuration,
      ServerDatabase database,
      Optional<Redis> redis,
      ServerBlobs blobs,
      boolean isDemo) {
    var random = new SecureRandom();
    var secrets =
        isDemo ? new MemorySecrets(random) : new SecretFolder(configuration.secrets(), random);
    var options =
        StoreOptions.standard()
            .clock(Clock.systemUTC())
            .random(random)
            .tablePrefix(configuration.tablePrefix());
    var context =
        SystemContext.open(
            database.client(),
            database.streams(),
            options,
            secrets,
            blobs.blobs(),
            database.feeds(random));
    return redis.map(shared -> shared(context, shared)).orElse(context);
  }

  /** The same with signals and rate limits that several servers share. */
  private static SystemContext shared(SystemContext context, Redis redis) {
    var alone = new MemoryLimiter(System::nanoTime, SystemContext.LIMITED_KEYS_MAX);
    return context
        .signals(new RedisSignals(redis))
        .limits(new RateLimits(new RedisLimiter(redis, alone), alone));
  }

  /** Other servers may share the tables of an endpoint. */
  private static Optional<FleetMembership> fleet(ServerDatabase database, SystemContext context) {
    return switch (database) {
      case ServerDatabase.Embedded _ -> Optional.empty();
      case ServerDatabase.Remote _ -> Optional.of(FleetMembership.join(context));
    };
  }

  private static Console console(
      List<ServedSystem> systems,
      List<Store> stores,
      SystemContext context,
      ServerDatabase database) {
    var queues = new ArrayList<ConsoleQueue>();
    var feeds = new ArrayList<ConsoleFeed>();
    for (var system : systems) {
      for (var name : system.queues()) {
        queues.add(ConsoleQueue.of(context.queue(), name, context.clock()));
      }
      for (var followed : system.feeds()) {
        feeds.add(ConsoleFeed.of(context.feed(), followed.group(), followed.table()));
      }
    }
    var shown = stores.stream().map(ConsoleSystem::of).toList();
    return new Console(shown, database.engine(), queues, feeds, context.clock());
  }

  private static void mountOperator(
      Site site, OperatorAccess operator, List<ServedSystem> systems) {
    site.at("/operator", operator.router(), ErrorShape.PLAIN);
    for (var system : systems) {
      var router = new Router();
      system.mountOperator(router);
      site.at("/operator/" + system.name(), router.around(operator::guard), ErrorShape.PLAIN);
    }
  }

  private static List<SystemDemo> demos(List<ServedSystem> systems) {
    var demos = new ArrayList<SystemDemo>();
    for (var system : systems) {
      switch (system) {
        case Messenger _ -> demos.add(new MessengerDemo(accounts(systems)));
        case Stak stak -> demos.add(new StakDemo(stak));
        case EcoBid _ -> demos.add(new EcoBidDemo());
        case HomeOps homeops -> demos.add(new HomeOpsDemo(homeops));
        default -> {}
      }
    }
    return demos;
  }

  private static Accounts accounts(List<ServedSystem> systems) {
    return systems.stream()
        .filter(Accounts.class::isInstance)
        .map(Accounts.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /** Logged at a level that is off unless somebody asks for it. */
  private static void log(String line) {
    REQUESTS.log(System.Logger.Level.DEBUG, line);
  }

  private static ServerDatabase database(Configuration configuration, ServerMode mode) {
    var endpoint = configuration.endpoint();
    if (endpoint.isPresent())
      return ServerDatabase.Remote.at(endpoint.get(), configuration.region());
    return new ServerDatabase.Embedded(
        RunningDatabase.start(configuration, mode.isDemo(), access(configuration, mode)));
  }

  /** The systems know who calls; the engine's endpoint only if there are credentials. */
  private static DatabaseAccess access(Configuration configuration, ServerMode mode) {
    if (configuration.credentials().isPresent() || configuration.allowAnyone()) {
      return DatabaseAccess.of(configuration);
    }
    return mode.isLocal()
        ? DatabaseAccess.of(configuration, LOOPBACK)
        : new DatabaseAccess.Closed();
  }

  private static Optional<URI> endpoint(ServerDatabase database) {
    return switch (database) {
      case ServerDatabase.Embedded(var running) -> running.endpoint();
      case ServerDatabase.Remote _ -> Optional.empty();
    };
  }

  private static ClassLoader loader() {
    return RunningServer.class.getClassLoader();
  }

  /** The address of the home page. */
  public String address() {
    return server.endpoint() + "/";
  }

  /** Everything that it serves. */
  Site site() {
    return site;
  }

  @Override
  public void announce(PrintWriter out) {
    out.println("Trestle on " + address());
    for (var system : systems) {
      if (!system.hasPage()) continue;
      out.printf("  %-10s %s%s/%n", system.title(), address(), system.name());
    }
    out.printf("  %-10s %sconsole/%n", "Console", address());
    operator.announce(out, secrets);
    demo.ifPresent(running -> running.announce(out));
    out.println();
    switch (database) {
      case ServerDatabase.Embedded(var running) -> running.announce(out);
      case ServerDatabase.Remote _ -> out.println("Press Ctrl-C to stop.");
    }
    out.flush();
  }

  @Override
  public void onFatalError(Consumer<Throwable> listener) {
    database.engine().ifPresent(engine -> engine.onFatalError(listener));
    server.onFailure(listener);
  }

  @Override
  public void close() {
    server.close();
  }
}
