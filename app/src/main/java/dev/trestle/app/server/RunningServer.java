package dev.trestle.app.server;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.SecretPlace;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.demo.Demo;
import dev.trestle.app.demo.SystemDemo;
import dev.trestle.cli.DatabaseAccess;
import dev.trestle.cli.EndpointCredentials;
import dev.trestle.cli.RunningService;
import dev.trestle.cli.UsageError;
import dev.trestle.console.Console;
import dev.trestle.console.ConsoleFeed;
import dev.trestle.console.ConsoleQueue;
import dev.trestle.console.ConsoleSystem;
import dev.trestle.engine.Engine;
import dev.trestle.fleet.kafka.KafkaEventLog;
import dev.trestle.fleet.redis.Redis;
import dev.trestle.fleet.redis.RedisLimiter;
import dev.trestle.fleet.redis.RedisSignals;
import dev.trestle.fleet.sqs.SqsWakeups;
import dev.trestle.http.Hosts;
import dev.trestle.http.HttpLimits;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.metrics.Health;
import dev.trestle.platform.metrics.Metrics;
import dev.trestle.platform.metrics.RequestLog;
import dev.trestle.platform.queue.JobWakeups;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Forwarding;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.io.PrintWriter;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;

/** Everything that {@code serve} runs: systems, console and home page on one port. */
public final class RunningServer implements RunningService {
  private static final System.Logger REQUESTS = System.getLogger("dev.trestle.requests");
  private static final String LOOPBACK = "127.0.0.1";

  private final ServerDatabase database;
  private final List<ServedSystem> systems;
  private final OperatorAccess operator;
  private final SiteServer server;
  private final Optional<Demo> demo;
  private final SecretPlace secrets;
  private final Site site;

  private RunningServer(
      ServerDatabase database,
      List<ServedSystem> systems,
      OperatorAccess operator,
      SiteServer server,
      Optional<Demo> demo,
      SecretPlace secrets,
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
    var id = new Ids(Clock.systemUTC(), new SecureRandom()).next("srv_");
    var database = open.add(database(configuration, mode));
    var redis = redis(configuration).map(open::add);
    var sqs = sqs(configuration).map(open::add);
    var kafka = configuration.kafka().map(KafkaAccess::open).map(open::add);
    var blobs = open.add(ServerBlobs.open(configuration, isDemo));
    var context =
        open.add(
            replaced.apply(context(configuration, id, database, redis, sqs, kafka, blobs, isDemo)));
    var fleet = fleet(database, context, id).map(open::add);
    var systems = SystemList.open(configuration, context, mode, open);
    var stores = stores(systems, context);
    var published = ServerEvents.open(context, systems).map(open::add);
    var operator = OperatorAccess.of(context, mode);
    var backups =
        open.add(ServerBackups.start(configuration, database.folder(), stores, context.clock()));
    var console =
        open.add(console(systems, published, stores, context, database).withBackups(backups));
    fleet.ifPresent(console::withServers);
    console.start();
    var events = open.add(new HomeEvents(stores, database.engine()).start());
    var metrics = metrics(systems, context, console, redis, sqs, published);
    backups.metrics().forEach(metrics::show);
    open.add(TableScaling.start(database, stores, context.clock()));
    var health = ServerHealth.of(database, systems, context);
    fleet.ifPresent(member -> health.check("heartbeats", member::check));
    console.withServices(SharedServices.in(health, redis, sqs, kafka, blobs)::view);
    watch(health, published, fleet, backups);
    var home = new HomeRoutes(systems, isDemo, endpoint(database), events);
    var site = site(configuration, mode, context, metrics);
    var tls = configuration.tls();
    if (tls.isPresent()) site.withTlsOnly();
    systems.forEach(system -> system.mount(site));
    mountOperator(site, operator, systems, metrics, console);
    site.at("", home.router(), ErrorShape.PLAIN).at("/health", health.router(), ErrorShape.PLAIN);
    var demos = isDemo ? SystemList.demos(configuration, systems) : List.<SystemDemo>of();
    if (isDemo) site.at("/shared/demo.js", Demo.script(demos), ErrorShape.PLAIN);
    var server =
        open.add(
            SiteServer.start(
                site, configuration.host(), configuration.port(), limits(configuration), tls));
    server.closeBefore(health).closeBefore(() -> Thread.sleep(configuration.drain()));
    systems.forEach(ServedSystem::start);
    published.ifPresent(ServerEvents::start);
    fleet.ifPresent(member -> member.serves(systems, published));
    for (var system : systems) server.closeBefore(system::stop);
    var demo =
        isDemo
            ? Optional.of(open.add(Demo.start(demos, server.endpoint(), configuration.demoRate())))
            : Optional.<Demo>empty();
    open.handOverTo(server);
    return new RunningServer(
        database, systems, operator, server, demo, configuration.secrets(), site);
  }

  /** Checks of what a server can do without for a while. */
  private static void watch(
      Health health,
      Optional<ServerEvents> published,
      Optional<FleetMembership> fleet,
      ServerBackups backups) {
    published.ifPresent(each -> health.optional("events", each::checkRelay));
    fleet.ifPresent(member -> health.optional("secrets", member::checkKeys));
    backups.schedule().ifPresent(schedule -> health.optional("backups", schedule::check));
  }

  private static Site site(
      Configuration configuration, ServerMode mode, SystemContext context, Metrics metrics) {
    return new Site(hosts(mode), () -> context.ids().next("req_"))
        .behind(forwarding(configuration, mode))
        .observedBy(metrics)
        .observedBy(new RequestLog(context.clock(), RunningServer::log))
        .at("/shared", Pages.in(loader(), "dev/trestle/platform/page").router(), ErrorShape.PLAIN)
        .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN);
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

  private static Optional<SqsWakeups> sqs(Configuration configuration) {
    return configuration
        .sqs()
        .map(queue ->
            SqsWakeups.through(
                queue,
                configuration.region(),
                queue.region().isPresent()
                    ? DefaultCredentialsProvider.builder().build()
                    : EndpointCredentials.find()));
  }

  private static SystemContext context(
      Configuration configuration,
      String id,
      ServerDatabase database,
      Optional<Redis> redis,
      Optional<SqsWakeups> sqs,
      Optional<KafkaEventLog> kafka,
      ServerBlobs blobs,
      boolean isDemo) {
    var random = new SecureRandom();
    var secrets =
        isDemo
            ? new MemorySecrets(random)
            : ServerSecrets.open(configuration, database.client(), random);
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
            database.feeds(id),
            sqs.<JobWakeups>map(wakeups -> wakeups).orElse(JobWakeups.NONE));
    var shared = redis.map(service -> shared(context, service)).orElse(context);
    var logged = kafka.map(shared::eventLog).orElse(shared);
    return configuration.publicAddress().map(logged::publicAddress).orElse(logged);
  }

  /** The same with signals and rate limits that several servers share. */
  private static SystemContext shared(SystemContext context, Redis redis) {
    var alone = new MemoryLimiter(System::nanoTime, SystemContext.LIMITED_KEYS_MAX);
    return context
        .signals(new RedisSignals(redis))
        .limits(new RateLimits(new RedisLimiter(redis, alone), alone));
  }

  /** Other servers may share the tables of an endpoint. */
  private static Optional<FleetMembership> fleet(
      ServerDatabase database, SystemContext context, String id) {
    return switch (database) {
      case ServerDatabase.Embedded _ -> Optional.empty();
      case ServerDatabase.Remote _ -> Optional.of(FleetMembership.join(context, id));
    };
  }

  private static Console console(
      List<ServedSystem> systems,
      Optional<ServerEvents> published,
      List<Store> stores,
      SystemContext context,
      ServerDatabase database) {
    var queues = new ArrayList<ConsoleQueue>();
    var feeds = new ArrayList<ConsoleFeed>();
    for (var system : systems) {
      for (var name : system.queues()) {
        queues.add(ConsoleQueue.of(context.queue(), name, context.clock()));
      }
      for (var followed : system.feeds()) feeds.add(ConsoleFeed.of(context.feed(), followed));
    }
    published.ifPresent(each ->
        each.feeds().forEach(followed -> feeds.add(ConsoleFeed.of(context.feed(), followed))));
    var shown = stores.stream().map(ConsoleSystem::of).toList();
    return new Console(shown, database.engine(), queues, feeds, context.clock());
  }

  private static List<Store> stores(List<ServedSystem> systems, SystemContext context) {
    var stores = new ArrayList<Store>();
    systems.forEach(system -> stores.addAll(system.stores()));
    stores.addAll(context.platformStores().all());
    return stores;
  }

  private static Metrics metrics(
      List<ServedSystem> systems,
      SystemContext context,
      Console console,
      Optional<Redis> redis,
      Optional<SqsWakeups> sqs,
      Optional<ServerEvents> published) {
    var metrics = context.metrics().watchJvm();
    ServerMetrics.of(systems, context, console).forEach(metrics::show);
    redis.ifPresent(each -> each.metrics().forEach(metrics::show));
    sqs.ifPresent(wakeups -> wakeups.metrics().forEach(metrics::show));
    published.ifPresent(each -> each.metrics().forEach(metrics::show));
    return metrics;
  }

  private static void mountOperator(
      Site site,
      OperatorAccess operator,
      List<ServedSystem> systems,
      Metrics metrics,
      Console console) {
    site.at("/operator", operator.router(), ErrorShape.PLAIN)
        .at("/metrics", new Router().get("/", operator.guard(metrics.endpoint())), ErrorShape.PLAIN)
        .at("/console", operator.guardConsole(console.router()), ErrorShape.PLAIN);
    for (var system : systems) {
      var router = new Router();
      system.mountOperator(router);
      site.at("/operator/" + system.name(), router.around(operator::guard), ErrorShape.PLAIN);
    }
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
    var settings = configuration.database();
    if (settings.givesAccess()) return settings.access();
    return mode.isLocal() ? settings.access(LOOPBACK) : new DatabaseAccess.Closed();
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

  /** The engine, if it runs in this process. */
  Optional<Engine> engine() {
    return database.engine();
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
    switch (database) {
      case ServerDatabase.Embedded(var running) -> running.onFatalError(listener);
      case ServerDatabase.Remote _ -> {}
    }
    server.onFailure(listener);
  }

  @Override
  public void close() {
    server.close();
  }
}
