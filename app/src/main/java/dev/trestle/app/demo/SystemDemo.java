package dev.trestle.app.demo;

import java.io.PrintWriter;
import java.net.URI;
import java.util.Map;

/** The simulated people of one system and their data. */
public interface SystemDemo extends AutoCloseable {
  /** Prints what a visitor needs: keys, or who to sign in as. */
  void announce(PrintWriter out);

  /** What the system's sign-in page offers visitors, by its name in {@code /shared/demo.js}. */
  default Map<String, Object> offer() {
    return Map.of();
  }

  /** Creates the data, through the system's own API, and adds what its people keep doing. */
  void populate(URI site, Simulation simulation) throws Exception;

  @Override
  void close();
}
