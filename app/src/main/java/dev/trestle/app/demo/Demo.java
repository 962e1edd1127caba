package dev.trestle.app.demo;

import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.io.PrintWriter;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;

/** Populates the systems in the background, then simulates people who use them. */
public final class Demo implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Demo.class.getName());
  private static final long SEED = 7;

  private final List<SystemDemo> demos;
  private final URI site;
  private final Simulation simulation;
  private final Thread thread;

  private Demo(List<SystemDemo> demos, URI site, int rate) {
    this.demos = List.copyOf(demos);
    this.site = site;
    this.simulation = new Simulation(rate, SEED);
    this.thread = Thread.ofVirtual().name("demo").unstarted(this::populate);
  }

  /**
   * Starts a demo of a listening site.
   *
   * @param rate actions per second
   */
  public static Demo start(List<SystemDemo> demos, URI site, int rate) {
    var demo = new Demo(demos, site, rate);
    demo.thread.start();
    return demo;
  }

  /** The script at {@code /shared/demo.js}, which tells sign-in pages whom a visitor can be. */
  public static Router script(List<SystemDemo> demos) {
    var offers = new LinkedHashMap<String, Object>();
    demos.forEach(demo -> offers.putAll(demo.offer()));
    var json = new String(Json.write(offers), StandardCharsets.UTF_8);
    var script = "export const demo = " + json + ";\n";
    var reply =
        Reply.bytes(200, "text/javascript; charset=utf-8", script.getBytes(StandardCharsets.UTF_8));
    return new Router().get("/", _ -> reply.with("Cache-Control", "no-store"));
  }

  public void announce(PrintWriter out) {
    demos.forEach(demo -> demo.announce(out));
  }

  private void populate() {
    for (var demo : demos) {
      try {
        demo.populate(site, simulation);
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        if (Thread.currentThread().isInterrupted()) return;
        LOG.log(Level.WARNING, demo.getClass().getSimpleName() + " could not be populated", e);
      }
    }
    if (!Thread.currentThread().isInterrupted()) simulation.start();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    simulation.close();
    demos.forEach(SystemDemo::close);
  }
}
