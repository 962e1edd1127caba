package dev.trestle.stak;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.trestle.model.Model;
import dev.trestle.platform.idempotency.Remembered;
import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Site;
import dev.trestle.stak.delivery.DeadLetters;
import dev.trestle.stak.delivery.DeliveryWorker;
import dev.trestle.stak.delivery.Timeline;
import dev.trestle.stak.event.Happenings;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.inbox.MessageIds;
import dev.trestle.stak.message.Job;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.StakModel;
import dev.trestle.stak.model.Tenants.Scope;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.tenant.Directory;
import dev.trestle.stak.tenant.Keys;
import dev.trestle.stak.tenant.Names;
import dev.trestle.stak.tenant.UserTokens;
import dev.trestle.stak.web.AdminApi;
import dev.trestle.stak.web.AdminFeeds;
import dev.trestle.stak.web.Answers;
import dev.trestle.stak.web.LiveFeeds;
import dev.trestle.stak.web.OpenApi;
import dev.trestle.stak.web.StakApi;
import dev.trestle.stak.web.StakPages;
import dev.trestle.stak.web.UserApi;
import dev.trestle.stak.webhook.Signatures;
import dev.trestle.stak.webhook.Targets;
import dev.trestle.stak.webhook.WebhookSender;
import dev.trestle.stak.webhook.Webhooks;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.security.SecureRandom;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * All of Stak. Make the tables of {@link #MODELS}, and those of the queue, then make one of these,
 * put it on a site, start it; close it before the queue and the client.
 */
public final class Stak implements AutoCloseable {
  /** Tables that must be there, beside those of the work queue. */
  public static final List<Model> MODELS = List.of(StakModel.MODEL, Remembered.MODEL);

  /** The queues it works off. */
  public static final List<String> QUEUES = List.of(Job.QUEUE, Webhooks.QUEUE);

  private static final int SECRET_BYTES = 32;

  /**
   * How it runs.
   *
   * @param targets where webhooks may go
   * @param webhooks how long a webhook is tried
   */
  public record Options(DeliveryWorker.Options delivery, Targets targets, Backoff webhooks) {
    public static final Options STANDARD =
        new Options(DeliveryWorker.Options.STANDARD, new Targets(false), WebhookSender.PATIENCE);
  }

  /** A tenant that was made; the keys are shown once. */
  public record NewTenant(String tenant, String adminKey, String userKey) {
    @Override
    public String toString() {
      return tenant;
    }
  }

  private final Store store;
  private final StoreOptions storeOptions;
  private final Mailroom room;
  private final Posts posts;
  private final Directory directory;
  private final Keys keys;
  private final UserTokens tokens;
  private final DeliveryWorker deliveries;
  private final WebhookSender sender;
  private final LiveFeeds feeds;
  private final AdminFeeds adminFeeds;
  private final StakApi api;
  private final List<Worker> workers = new ArrayList<>();

  /** With tables as the store's options name them. */
  public Stak(
      DynamoDbClient client,
      StoreOptions storeOptions,
      WorkQueue queue,
      Secrets secrets,
      Options options) {
    this.storeOptions = storeOptions;
    var clock = storeOptions.clock();
    var random = new SecureRandom();
    var happenings = new Happenings();
    store = Store.of(StakModel.MODEL, client, storeOptions);
    var remembered = Store.of(Remembered.MODEL, client, storeOptions);
    directory = new Directory(store);
    var ids = new MessageIds(clock, random);
    var webhooks = new Webhooks(store, directory, queue, clock, ids::next);
    room = new Mailroom(store, clock, happenings, webhooks);
    posts = new Posts(store, room, ids, queue, happenings);
    keys = new Keys(store, clock, random);
    tokens =
        new UserTokens(
            SigningKeys.in(secrets, "stak-tokens"), clock, () -> UlidCreator.getUlid().toString());
    var signatures = new Signatures(secrets.bytes("stak-webhooks", SECRET_BYTES));
    deliveries = new DeliveryWorker(store, room, queue, happenings, options.delivery());
    sender =
        new WebhookSender(
            store, directory, queue, signatures, options.targets(), clock, options.webhooks());
    feeds = new LiveFeeds(room, clock);
    happenings.keep(webhooks);
    happenings.listen(feeds);
    var deadLetters = new DeadLetters(store, room, queue);
    adminFeeds = new AdminFeeds(store, deadLetters);
    happenings.listen(adminFeeds);
    api =
        new StakApi(
            new StakApi.Ground(
                store,
                remembered,
                clock,
                room,
                posts,
                directory,
                keys,
                tokens,
                deadLetters,
                new Timeline(store, room),
                webhooks,
                signatures,
                options.targets(),
                feeds,
                adminFeeds,
                secrets.bytes("stak-cursors", SECRET_BYTES)));
  }

  /** Puts both APIs, their description at {@code /stack/openapi.json} and the pages on a site. */
  public Site on(Site site) {
    return site.at(AdminApi.PREFIX, api.admin(), Answers.ERRORS)
        .at(UserApi.PREFIX, api.users(), Answers.ERRORS)
        .at("/stack", OpenApi.router(), Answers.ERRORS)
        .at(StakPages.PREFIX, StakPages.router(), ErrorShape.PLAIN);
  }

  public StakApi api() {
    return api;
  }

  /** Runs Stak's patterns; its usage is what the console shows. */
  public Store store() {
    return store;
  }

  /** To how many recipients messages came in this process; broadcasts are read, not delivered. */
  public long delivered() {
    return deliveries.delivered();
  }

  /** How many dead letters were written in this process. */
  public long deadLetters() {
    return deliveries.buried();
  }

  /** How many live streams are open. */
  public int liveStreams() {
    return feeds.open();
  }

  public Mailroom room() {
    return room;
  }

  public Posts posts() {
    return posts;
  }

  public Directory directory() {
    return directory;
  }

  public Keys keys() {
    return keys;
  }

  public UserTokens tokens() {
    return tokens;
  }

  /** Begins to deliver and to send webhooks. */
  public synchronized void start() {
    if (!workers.isEmpty()) throw new IllegalStateException("Stak was started before");
    workers.add(deliveries.start());
    workers.add(sender.start());
  }

  /** Makes a tenant with one key of each scope; none if there is one of that name. */
  public Optional<NewTenant> createTenant(String name) {
    if (!Names.isName(name)) throw new IllegalArgumentException("a tenant's name: " + Names.RULE);
    var now = storeOptions.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    var settings =
        new TenantSettings(name, name, Optional.empty(), Set.of(), Optional.empty(), 1, now, 0);
    if (!directory.write(settings).isDone()) return Optional.empty();
    var admin = keys.create(name, Scope.admin, "first");
    var user = keys.create(name, Scope.user, "first");
    return Optional.of(new NewTenant(name, admin.text(), user.text()));
  }

  /** Ends streams, then waits for what is being delivered. */
  @Override
  public synchronized void close() {
    feeds.close();
    adminFeeds.close();
    workers.forEach(Worker::close);
    workers.clear();
    sender.close();
  }
}
