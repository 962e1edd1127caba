package dev.trestle.app;

import dev.trestle.platform.web.SiteServer;
import java.util.ArrayDeque;

/** What has been opened so far, so that a start that fails half-way leaves nothing open. */
final class Opened implements AutoCloseable {
  private final ArrayDeque<AutoCloseable> parts = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T part) {
    parts.addFirst(part);
    return part;
  }

  /** From here on the server ends them: first opened, last closed. */
  void handOverTo(SiteServer server) {
    parts.remove(server);
    parts.descendingIterator().forEachRemaining(server::standingOn);
    parts.clear();
  }

  @Override
  public void close() {
    for (var part : parts) {
      try {
        part.close();
      } catch (Exception _) {
        // What went wrong first is what is told.
      }
    }
  }
}
