package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The operator's console. It only reads, apart from dead letters and starting a backup, both by
 * POST with JSON. The server guards its router.
 */
public final class Console implements AutoCloseable {
  /**
   * Where the page asks whether the operator is signed in. A server with a sign-in replies instead
   * of the console.
   */
  public static final String ACCESS = "/access";

  /**
   * Whether the operator may see the console.
   *
   * @param login whether there is a sign-in at all
   */
  public record Access(boolean signedIn, boolean login) {}

  private static final int HISTORY_SECONDS = 300;
  private static final String REGION = "us-east-1";

  private final List<ConsoleSystem> systems;
  private final Optional<Engine> engine;
  private final List<ConsoleQueue> queues;
  private final List<ConsoleFeed> feeds;
  private final Sampler sampler;
  private final LiveView live;
  private final HeatView heat;
  private final AlarmView alarms;
  private final ThrottleView throttles;
  private final CheckView checks;
  private final LiveEvents events;
  private ConsoleBackups backups = ConsoleBackups.NONE;
  private Optional<ConsoleServers> servers = Optional.empty();
  private volatile Supplier<List<ConsoleService>> services = List::of;
  private Optional<Thread> preparation = Optional.empty();

  /**
   * Creates a console.
   *
   * @param engine empty if the tables are elsewhere; then what only an engine knows is not shown
   */
  public Console(
      List<ConsoleSystem> systems,
      Optional<Engine> engine,
      List<ConsoleQueue> queues,
      List<ConsoleFeed> feeds,
      InstantSource clock) {
    this.systems = List.copyOf(systems);
    this.engine = engine;
    this.queues = List.copyOf(queues);
    this.feeds = List.copyOf(feeds);
    this.sampler = new Sampler(this.systems, clock);
    this.live = new LiveView(sampler);
    this.heat = new HeatView(this.systems, engine);
    this.alarms = new AlarmView(this.systems, engine, clock);
    this.throttles = new ThrottleView(this.systems, engine);
    this.checks = new CheckView(this.systems);
    this.events = new LiveEvents(live);
    sampler.listen(_ -> heat.note());
    sampler.listen(_ -> alarms.note());
    sampler.listen(events::tell);
  }

  /** Shows the backups of the server, too. */
  public Console withBackups(ConsoleBackups shown) {
    backups = shown;
    return this;
  }

  /** Shows the servers that share the tables, too. */
  public Console withServers(ConsoleServers shown) {
    servers = Optional.of(shown);
    return this;
  }

  /** Shows the services that servers share, too. They are asked each time. */
  public Console withServices(Supplier<List<ConsoleService>> shown) {
    services = shown;
    return this;
  }

  private ConsoleServers.View servers() {
    var asked = services.get();
    return servers
        .map(shown -> new ConsoleServers.View(true, shown.servers(), shown.leases(), asked))
        .orElseGet(() -> new ConsoleServers.View(false, List.of(), List.of(), asked));
  }

  /** Starts sampling, and checks the designs in the background. */
  public Console start() {
    sampler.start();
    preparation =
        Optional.of(Thread.ofVirtual().name("trestle-console-checks").start(checks::prepare));
    return this;
  }

  /** Takes a sample at once. */
  void takeSample() {
    sampler.take();
  }

  /** The declared alarms as of a few seconds ago, always the same in this order. */
  public List<ConsoleAlarm> alarms() {
    return alarms.last();
  }

  /**
   * How many reads and writes were throttled since the engine was opened, by table; empty if the
   * tables are elsewhere.
   */
  public Map<String, LongSupplier> throttles() {
    return throttles.counters();
  }

  /** The routes for {@code /console}. */
  public Router router() {
    var tables = new TableView(systems, engine);
    var patterns = new PatternView(systems, live);
    var costs = new CostView(systems);
    var queued = new QueueView(queues);
    var overview = new Overview(systems, engine, queues, checks, alarms);
    var reads = new PatternReads(systems);
    return new Router()
        .get(ACCESS, _ -> Reply.ok(new Access(true, false)))
        .get("/api/overview", figures(_ -> overview.view()))
        .get("/api/patterns", figures(_ -> patterns.view()))
        .get("/api/history", figures(this::history))
        .get("/api/events", events::handle)
        .get("/api/tables", figures(_ -> tables.view()))
        .get(
            "/api/tables/{system}/{table}",
            figures(
                call -> tables.detail(call.pathParameter("system"), call.pathParameter("table"))))
        .post("/api/systems/{system}/patterns/{pattern}/run", reads::run)
        .get(
            "/api/systems/{system}/patterns/{pattern}/example",
            new StoredExamples(reads, engine)::example)
        .get("/api/heat", figures(_ -> heat.view()))
        .get("/api/throttles", figures(_ -> throttles.view()))
        .get("/api/alarms", figures(_ -> alarms.view()))
        .get("/api/checks", figures(_ -> checks.view()))
        .get("/api/cost", figures(call -> costs.view(call.query("region").orElse(REGION))))
        .get("/api/streams", figures(_ -> new StreamsView(engine, feeds).view()))
        .get("/api/queues", figures(_ -> queued.view()))
        .post("/api/queues/{queue}/replay", queued::replay)
        .post("/api/queues/{queue}/drop", queued::drop)
        .get("/api/engine", figures(_ -> new EngineView(engine).view()))
        .get("/api/servers", figures(_ -> servers()))
        .get("/api/restore-points", figures(_ -> new RestorePointView(engine).view()))
        .get("/api/backups", figures(_ -> backups.view()))
        .post("/api/backups", _ -> startBackup())
        .get("/{file...}", Pages.beside(Console.class, "page"));
  }

  private Reply startBackup() {
    backups.start();
    return Reply.ok(backups.view());
  }

  private Object history(Call call) {
    int seconds = call.number("seconds", HISTORY_SECONDS, 1, Sampler.KEPT);
    return live.history(seconds, call.query("system"), call.query("pattern"));
  }

  private static Endpoint figures(Function<Call, Object> figures) {
    return call -> Reply.ok(figures.apply(call));
  }

  @Override
  public void close() {
    sampler.close();
    events.close();
    checks.stop();
    try {
      if (preparation.isPresent()) preparation.get().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
