package dev.trestle.app.server;

import dev.trestle.platform.web.SiteServer;
import java.util.ArrayDeque;

/** What a starting server has opened so far. If the start fails, all of it is closed. */
final class OpenResources implements AutoCloseable {
  private final ArrayDeque<AutoCloseable> resources = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T resource) {
    resources.addFirst(resource);
    return resource;
  }

  /** From now on the server closes them, the first opened last. */
  void handOverTo(SiteServer server) {
    resources.remove(server);
    resources.descendingIterator().forEachRemaining(server::closeAfter);
    resources.clear();
  }

  @Override
  public void close() {
    for (var resource : resources) {
      try {
        resource.close();
      } catch (Exception _) {
        // The failure of the start is reported, not what follows from it.
      }
    }
  }
}
