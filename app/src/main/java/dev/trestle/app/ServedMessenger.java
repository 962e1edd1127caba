package dev.trestle.app;

import dev.trestle.app.demo.Crowd;
import dev.trestle.app.demo.Neighbours;
import dev.trestle.console.ConsoleFeed;
import dev.trestle.console.ConsoleSystem;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.delivery.Outlet.Dismissal;
import dev.trestle.messenger.identity.SmsGateway;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.metrics.Figure;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.store.TableCreation;
import java.io.PrintWriter;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Messenger, as the server runs it. */
final class ServedMessenger implements ServedSystem {
  private static final long SEED = 4;

  private final Foundation foundation;
  private final Messenger messenger;
  private Optional<ChangeFeed.Subscription> subscription = Optional.empty();
  private Optional<Neighbours> neighbours = Optional.empty();

  private ServedMessenger(Foundation foundation, Messenger messenger) {
    this.foundation = foundation;
    this.messenger = messenger;
  }

  /**
   * Opens it.
   *
   * @throws WrongUse if others can reach the server and no gateway brings them their codes
   */
  static ServedMessenger open(Foundation foundation, Optional<SmsGateway> sms) {
    if (foundation.isOpenToOthers() && sms.isEmpty()) {
      throw new WrongUse(
          "others than this machine can reach Messenger, so login codes have to go out by SMS: give"
              + " sms.gateway, or leave Messenger out with --only");
    }
    var client = foundation.ground().client();
    for (var model : Messenger.models()) {
      TableCreation.create(model, client, foundation.tablePrefix());
    }
    var local = MessengerOptions.local(foundation.options(), foundation.secrets());
    var options = sms.map(local::sms).orElse(local);
    return new ServedMessenger(foundation, Messenger.of(client, options));
  }

  @Override
  public Systems which() {
    return Systems.MESSENGER;
  }

  @Override
  public List<ConsoleSystem> shown() {
    return List.of(
        new ConsoleSystem(
            which().id(), MessengerModel.MODEL, messenger.store(), foundation.tablePrefix()));
  }

  @Override
  public List<String> queues() {
    return List.of();
  }

  @Override
  public List<ConsoleFeed> feeds() {
    return List.of(ConsoleFeed.of(foundation.feed(), Messenger.CONSUMER, Messages.TABLE));
  }

  @Override
  public List<Figure> figures() {
    var hub = messenger.parts().hub();
    return List.of(
        Figure.level("messenger.connections", "Open sockets", () -> (double) hub.connections()),
        Figure.count(
            "messenger.deliveries", "Frames handed to sockets", () -> (double) hub.deliveries()),
        Figure.count(
            "messenger.slow.consumers",
            "Sockets closed because they did not keep up",
            () -> (double) hub.dismissals(Dismissal.SLOW_CONSUMER)),
        Figure.count(
            "messenger.reconnects",
            "Sockets opened by a session that had one lately",
            () -> (double) hub.reconnects()));
  }

  @Override
  public void mount(Site site) {
    site.at("/api/v1", messenger.rest(), ErrorShape.PLAIN)
        .at("/v1", messenger.sockets(), ErrorShape.PLAIN)
        .at("/messenger", Messenger.page(), ErrorShape.PLAIN);
  }

  @Override
  public void operate(Router router, UnaryOperator<Endpoint> guarded) {}

  @Override
  public void begin() {
    subscription = Optional.of(messenger.follow(foundation.feed()));
  }

  @Override
  public void prepareDemo() {}

  @Override
  public void populate(URI site, Crowd crowd) throws Exception {
    var moved = Neighbours.moveIn(site, SEED);
    neighbours = Optional.of(moved);
    moved.join(crowd);
  }

  @Override
  public void announceDemo(PrintWriter out) {
    var person = Neighbours.first();
    out.printf(
        "messenger: log in as %s, %s; the code is shown%n", person.name(), person.phoneNumber());
  }

  @Override
  public void shutDown() {
    messenger.shutDown();
  }

  @Override
  public void close() {
    neighbours.ifPresent(Neighbours::close);
    subscription.ifPresent(ChangeFeed.Subscription::close);
    messenger.close();
  }
}
