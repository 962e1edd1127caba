package dev.trestle.app;

import dev.trestle.app.demo.Crowd;
import dev.trestle.console.ConsoleFeed;
import dev.trestle.console.ConsoleSystem;
import dev.trestle.platform.metrics.Figure;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import java.io.PrintWriter;
import java.net.URI;
import java.util.List;
import java.util.function.UnaryOperator;

/** One of the systems, as the server runs it. */
interface ServedSystem extends AutoCloseable {
  Systems which();

  /** What the console shows of it. */
  List<ConsoleSystem> shown();

  /** The queues it works off, by name. */
  List<String> queues();

  /** The tables whose changes it follows. */
  List<ConsoleFeed> feeds();

  /** What it tells of itself, for {@code /metrics}. */
  List<Figure> figures();

  /** Adds its API and its pages. */
  void mount(Site site);

  /** Adds what only the operator may do, below {@code /operator}. */
  void operate(Router router, UnaryOperator<Endpoint> guarded);

  /** Begins what it does by itself: deliveries, schedules. The site answers by now. */
  void begin();

  /** Makes what the announcement of the demo tells of. */
  void prepareDemo();

  /** Fills it with what a lively place has, and adds its people to the crowd. */
  void populate(URI site, Crowd crowd) throws Exception;

  /** What somebody who looks at the demo wants to know: keys, whom to log in as. */
  void announceDemo(PrintWriter out);

  /** Before the server stops to listen: long conversations end. */
  void shutDown();

  @Override
  void close();
}
