package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The operator's console. It reads; the only things it changes are dead letters, by POST with JSON.
 * Who may see it is decided by whoever puts its router somewhere.
 */
public final class Console implements AutoCloseable {
  /** Where the page asks whether it may go on; whoever has a login answers there instead. */
  public static final String ACCESS = "/access";

  /**
   * Whether one may see the console.
   *
   * @param login whether there is a login at all
   */
  public record Access(boolean signedIn, boolean login) {}

  private static final int HISTORY_SECONDS = 300;
  private static final String REGION = "us-east-1";

  private final List<ConsoleSystem> systems;
  private final Optional<Engine> engine;
  private final List<ConsoleQueue> queues;
  private final List<ConsoleFeed> feeds;
  private final Sampler sampler;
  private final LiveFigures live;
  private final HeatFigures heat;
  private final AlarmFigures alarms;
  private final CheckFigures checks;
  private final LiveEvents events;

  /**
   * @param engine none where the tables are elsewhere: then what only an engine knows is not shown
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
    this.live = new LiveFigures(sampler);
    this.heat = new HeatFigures(this.systems, engine);
    this.alarms = new AlarmFigures(this.systems, engine, clock);
    this.checks = new CheckFigures(this.systems);
    this.events = new LiveEvents(live);
    sampler.listen(_ -> heat.note());
    sampler.listen(_ -> alarms.note());
    sampler.listen(events::tell);
  }

  /** Begins to take samples, and checks the designs meanwhile. */
  public Console start() {
    sampler.start();
    Thread.ofVirtual().name("trestle-console-checks").start(checks::prepare);
    return this;
  }

  /** Takes a sample now, without waiting for the second to pass. */
  void takeSample() {
    sampler.take();
  }

  /** The declared alarms as they stood some seconds ago; always the same ones in this order. */
  public List<ConsoleAlarm> alarms() {
    return alarms.last();
  }

  /** The routes, to be put below {@code /console}. */
  public Router router() {
    var tables = new TableFigures(systems, engine);
    var patterns = new PatternFigures(systems, live);
    var costs = new CostFigures(systems);
    var queued = new QueueFigures(queues);
    var overview = new OverviewFigures(systems, engine, queues, checks, alarms);
    return new Router()
        .get(ACCESS, _ -> Reply.ok(new Access(true, false)))
        .get("/api/overview", figures(_ -> overview.answer()))
        .get("/api/patterns", figures(_ -> patterns.answer()))
        .get("/api/history", figures(this::history))
        .get("/api/events", events::answer)
        .get("/api/tables", figures(_ -> tables.answer()))
        .get(
            "/api/tables/{system}/{table}",
            figures(call -> tables.detail(call.place("system"), call.place("table"))))
        .post("/api/systems/{system}/patterns/{pattern}/run", new Browsing(systems)::run)
        .get("/api/heat", figures(_ -> heat.answer()))
        .get("/api/alarms", figures(_ -> alarms.answer()))
        .get("/api/checks", figures(_ -> checks.answer()))
        .get("/api/cost", figures(call -> costs.answer(call.query("region").orElse(REGION))))
        .get("/api/streams", figures(_ -> new StreamFigures(engine, feeds).answer()))
        .get("/api/queues", figures(_ -> queued.answer()))
        .post("/api/queues/{queue}/replay", queued::replay)
        .post("/api/queues/{queue}/drop", queued::drop)
        .get("/api/engine", figures(_ -> new EngineFigures(engine).answer()))
        .get("/{file...}", Pages.beside(Console.class, "page"));
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
  }
}
