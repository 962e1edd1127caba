package dev.trestle.app;

import dev.trestle.app.demo.Crowd;
import dev.trestle.app.demo.Shoppers;
import dev.trestle.console.ConsoleFeed;
import dev.trestle.console.ConsoleSystem;
import dev.trestle.platform.metrics.Figure;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.stak.Stak;
import dev.trestle.stak.model.StakModel;
import dev.trestle.stak.tenant.Names;
import dev.trestle.store.TableCreation;
import java.io.PrintWriter;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Stak, as the server runs it. */
final class ServedStak implements ServedSystem {
  /** The tenant to be made. */
  record Naming(String name) {}

  private final Foundation foundation;
  private final Stak stak;
  private Optional<Stak.NewTenant> demoTenant = Optional.empty();
  private Optional<Shoppers> shoppers = Optional.empty();

  private ServedStak(Foundation foundation, Stak stak) {
    this.foundation = foundation;
    this.stak = stak;
  }

  static ServedStak open(Foundation foundation) {
    var client = foundation.ground().client();
    for (var model : Stak.MODELS) TableCreation.create(model, client, foundation.tablePrefix());
    return new ServedStak(
        foundation,
        new Stak(
            client,
            foundation.options(),
            foundation.queue(),
            foundation.secrets(),
            Stak.Options.STANDARD));
  }

  @Override
  public Systems which() {
    return Systems.STAK;
  }

  @Override
  public List<ConsoleSystem> shown() {
    return List.of(
        new ConsoleSystem(which().id(), StakModel.MODEL, stak.store(), foundation.tablePrefix()));
  }

  @Override
  public List<String> queues() {
    return Stak.QUEUES;
  }

  @Override
  public List<ConsoleFeed> feeds() {
    return List.of();
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        Figure.count(
            "stak.deliveries",
            "Messages that reached a recipient's inbox",
            () -> (double) stak.delivered()),
        Figure.count(
            "stak.dead.letters", "Dead letters written", () -> (double) stak.deadLetters()),
        Figure.level("stak.live.streams", "Open live streams", stak::liveStreams));
  }

  @Override
  public void mount(Site site) {
    stak.on(site);
  }

  @Override
  public void operate(Router router, UnaryOperator<Endpoint> guarded) {
    router.post("/stak/tenants", guarded.apply(this::createTenant));
  }

  private Reply createTenant(Call call) {
    var name = call.json(Naming.class).name();
    if (!Names.isName(name)) throw ApiError.invalid("name", "A tenant's name: " + Names.RULE);
    var made =
        stak.createTenant(name)
            .orElseThrow(() -> ApiError.conflict("There is a tenant of that name."));
    return Reply.created(made);
  }

  @Override
  public void begin() {
    stak.start();
  }

  @Override
  public void prepareDemo() {
    demoTenant = stak.createTenant(Shoppers.TENANT);
  }

  @Override
  public void populate(URI site, Crowd crowd) {
    var tenant = demoTenant.orElseThrow();
    var opened = Shoppers.open(site, tenant.adminKey(), tenant.userKey());
    shoppers = Optional.of(opened);
    opened.join(crowd);
  }

  @Override
  public void announceDemo(PrintWriter out) {
    var tenant = demoTenant.orElseThrow();
    out.printf("stak: tenant %s, inbox %s%n", tenant.tenant(), Shoppers.INBOX);
    out.println("stak admin key: " + tenant.adminKey());
    out.println("stak user key: " + tenant.userKey());
  }

  @Override
  public void shutDown() {}

  @Override
  public void close() {
    shoppers.ifPresent(Shoppers::close);
    stak.close();
  }
}
