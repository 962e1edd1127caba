package dev.trestle.app.server;

import dev.trestle.app.config.SystemName;
import dev.trestle.app.demo.DemoVisitor;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The page at {@code /} and its API. */
final class HomeRoutes {
  /** What this server runs. */
  record HomeView(boolean demo, boolean console, Optional<String> endpoint, List<Card> systems) {}

  /** One system on the page. */
  record Card(String id, String state, String note) {}

  private final HomeView view;
  private final HomeEvents events;

  HomeRoutes(
      List<ServedSystem> systems, boolean isDemo, Optional<URI> endpoint, HomeEvents events) {
    var cards = new ArrayList<Card>();
    for (var name : SystemName.values()) {
      var running = systems.stream().filter(system -> system.name().equals(name.id())).findFirst();
      cards.add(card(name, running, isDemo));
    }
    this.view = new HomeView(isDemo, true, endpoint.map(URI::toString), List.copyOf(cards));
    this.events = events;
  }

  private static Card card(SystemName name, Optional<ServedSystem> running, boolean isDemo) {
    if (running.isEmpty()) return new Card(name.id(), "later", "not started");
    if (!running.get().hasPage()) return new Card(name.id(), "later", "API only");
    return new Card(name.id(), "ready", isDemo ? demoNote(name) : "");
  }

  /** Who a visitor of the demo can be. */
  private static String demoNote(SystemName name) {
    return switch (name) {
      case MESSENGER, ECOBID, HOMEOPS ->
          "Continue as %s, whom nobody simulates.".formatted(DemoVisitor.ROBIN.displayName());
      case STAK -> "Run the inbox of a shop and write to its customers.";
    };
  }

  Router router() {
    return new Router()
        .get("/home.json", _ -> Reply.ok(view))
        .get("/home-events", events::open)
        .get("/{file...}", Pages.beside(HomeRoutes.class, "home"));
  }
}
