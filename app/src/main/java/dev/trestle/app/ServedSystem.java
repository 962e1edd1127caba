package dev.trestle.app;

import dev.trestle.app.demo.Crowd;
import dev.trestle.console.ConsoleFeed;
import dev.trestle.console.ConsoleSystem;
import dev.trestle.platform.web.Site;
import java.io.PrintWriter;
import java.net.URI;
import java.util.List;

/** One of the systems, as the server runs it. */
interface ServedSystem extends AutoCloseable {
  Systems which();

  /** What the console shows of it. */
  List<ConsoleSystem> shown();

  /** The queues it works off, by name. */
  List<String> queues();

  /** The tables whose changes it follows. */
  List<ConsoleFeed> feeds();

  /** Adds its API and its pages. */
  void mount(Site site);

  /** Begins what it does by itself: deliveries, schedules. The site answers by now. */
  void begin();

  /** Fills it with what a lively place has, and adds its people to the crowd. */
  void populate(URI site, Crowd crowd);

  /** Further lines for the terminal, such as the keys of the demo. */
  void announce(PrintWriter out);

  @Override
  void close();
}
