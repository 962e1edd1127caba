package dev.trestle.app;

import dev.trestle.app.demo.Crowd;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.List;

/** Fills the systems of a demo while its pages can already be looked at, then keeps them busy. */
final class DemoTown implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DemoTown.class.getName());
  private static final long SEED = 7;

  private final List<ServedSystem> systems;
  private final URI site;
  private final Crowd crowd;
  private final Thread thread;

  DemoTown(List<ServedSystem> systems, URI site, int rate) {
    this.systems = List.copyOf(systems);
    this.site = site;
    this.crowd = new Crowd(rate, SEED);
    this.thread = Thread.ofVirtual().name("demo-town").start(this::fill);
  }

  private void fill() {
    for (var system : systems) {
      try {
        system.populate(site, crowd);
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        LOG.log(Level.WARNING, "the demo of " + system.which().title() + " has no people", e);
      }
    }
    if (!Thread.currentThread().isInterrupted()) crowd.begin();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    crowd.close();
  }
}
