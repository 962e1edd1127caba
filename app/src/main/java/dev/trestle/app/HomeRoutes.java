package dev.trestle.app;

import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The page at {@code /} and what it asks. */
final class HomeRoutes {
  /** What runs here. */
  record Facts(boolean demo, boolean console, Optional<String> endpoint, List<Card> systems) {}

  /** A system on the page. */
  record Card(String id, String state, String note) {}

  private final Facts facts;
  private final HomeFigures figures;

  HomeRoutes(
      List<ServedSystem> systems, boolean isDemo, Optional<URI> endpoint, HomeFigures figures) {
    var running = systems.stream().map(ServedSystem::which).toList();
    var cards = new ArrayList<Card>();
    for (var system : Systems.values()) {
      boolean isReady = running.contains(system);
      boolean isBuilt = ServedSystems.BUILT.contains(system);
      cards.add(
          new Card(
              system.id(),
              isReady ? "ready" : "later",
              isReady ? "" : isBuilt ? "not started" : "not there yet"));
    }
    this.facts = new Facts(isDemo, true, endpoint.map(URI::toString), List.copyOf(cards));
    this.figures = figures;
  }

  Router router() {
    return new Router()
        .get("/home.json", _ -> Reply.ok(facts))
        .get("/home-events", figures::events)
        .get("/{file...}", Pages.beside(HomeRoutes.class, "home"));
  }
}
