package dev.trestle.stak;

import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.queue.Worker;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.platform.web.Site;
import dev.trestle.stak.delivery.DeadLetters;
import dev.trestle.stak.delivery.DeliveryTracer;
import dev.trestle.stak.delivery.DeliveryWorker;
import dev.trestle.stak.delivery.MessageReads;
import dev.trestle.stak.event.InboxEvents;
import dev.trestle.stak.event.InboxSignals;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.message.DeliveryJob;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.StakModel;
import dev.trestle.stak.template.TemplateStore;
import dev.trestle.stak.tenant.ApiKeys;
import dev.trestle.stak.tenant.BodySchema;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.tenant.TenantDeletions;
import dev.trestle.stak.tenant.TenantEraser;
import dev.trestle.stak.tenant.TenantRegistry;
import dev.trestle.stak.tenant.TenantStates;
import dev.trestle.stak.tenant.UserTokens;
import dev.trestle.stak.topic.TopicDeletions;
import dev.trestle.stak.topic.TopicStore;
import dev.trestle.stak.user.KnownUsers;
import dev.trestle.stak.user.UserErasures;
import dev.trestle.stak.web.AdminApi;
import dev.trestle.stak.web.AdminMessagesApi;
import dev.trestle.stak.web.ApiKeysApi;
import dev.trestle.stak.web.DeadLettersApi;
import dev.trestle.stak.web.Guards;
import dev.trestle.stak.web.InboxConfigApi;
import dev.trestle.stak.web.InboxStreams;
import dev.trestle.stak.web.KnownUsersApi;
import dev.trestle.stak.web.MessageReadsApi;
import dev.trestle.stak.web.OpenApi;
import dev.trestle.stak.web.PostComposer;
import dev.trestle.stak.web.PreferencesApi;
import dev.trestle.stak.web.ProgressStreams;
import dev.trestle.stak.web.SettingsApi;
import dev.trestle.stak.web.StakPages;
import dev.trestle.stak.web.StakReplies;
import dev.trestle.stak.web.TemplatesApi;
import dev.trestle.stak.web.TenantsApi;
import dev.trestle.stak.web.TopicsApi;
import dev.trestle.stak.web.UserMessagesApi;
import dev.trestle.stak.web.UserRoutes;
import dev.trestle.stak.web.UserTokensApi;
import dev.trestle.stak.web.UserTopicsApi;
import dev.trestle.stak.web.WebhookApi;
import dev.trestle.stak.webhook.WebhookSender;
import dev.trestle.stak.webhook.WebhookSignatures;
import dev.trestle.stak.webhook.Webhooks;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Stak: applications post messages, and their users have inboxes with exact unread counts. */
public final class Stak implements ServedSystem {
  /** The secret that has the keys of the users' tokens. */
  public static final String SIGNING_KEYS = "stak-tokens";

  private static final int SECRET_BYTES = 32;

  private final Store store;
  private final UserInboxes inboxes;
  private final Posts posts;
  private final TenantRegistry tenants;
  private final DeliveryWorker deliveries;
  private final WebhookSender webhookSender;
  private final UserErasures erasures;
  private final TenantDeletions deletions;
  private final TopicDeletions topicDeletions;
  private final InboxStreams inboxStreams;
  private final ProgressStreams progressStreams;
  private final List<Signals.Subscription> subscriptions;
  private final Router admin = new Router();
  private final Router users;
  private final List<Worker> workers = new ArrayList<>();

  private Stak(SystemContext context, StakOptions options) {
    var clock = context.clock();
    var secrets = context.secrets();
    var ids = context.ids();
    var queue = context.queue();
    var events = new InboxEvents();
    store = context.store(StakModel.MODEL);

    var settings = new SettingsStore(store);
    var keys = new ApiKeys(store, clock, context.random());
    var tokens = new UserTokens(SigningKeys.in(secrets, SIGNING_KEYS), clock, ids::next);
    var states = new TenantStates(store);

    var webhooks = new Webhooks(store, settings, queue, clock, ids);
    var signatures = new WebhookSignatures(secrets.bytes("stak-webhooks", SECRET_BYTES));
    webhookSender =
        new WebhookSender(store, settings, states, queue, signatures, clock, options.webhooks());

    inboxes = new UserInboxes(store, clock, context.random(), events, webhooks);
    posts = new Posts(store, inboxes, ids, queue, events);
    var topics = new TopicStore(store, inboxes);
    topicDeletions = new TopicDeletions(store, topics, queue, clock);
    deliveries =
        new DeliveryWorker(
            store, inboxes, queue, topics, states::of, events, posts::publish, options.delivery());
    var deadLetters = new DeadLetters(store, inboxes, queue, deliveries);

    inboxStreams = new InboxStreams(inboxes, clock);
    progressStreams = new ProgressStreams(store, deadLetters, clock);
    events.record(webhooks);
    var signals = new InboxSignals(context.signals());
    events.listen(signals);
    subscriptions = List.of(signals.subscribe(inboxStreams), signals.subscribe(progressStreams));

    var guards = new Guards(keys, tokens, states, settings, context.limits(), options.limits());
    var cursors = new SignedCursor(secrets.bytes("stak-cursors", SECRET_BYTES));
    var schemas = new BodySchema();
    var idempotency = AdminApi.idempotency(context);
    var templates = new TemplateStore(store);
    var composer = new PostComposer(settings, templates, schemas);
    var tracer = new DeliveryTracer(store, inboxes);
    messagesApi(topics, composer, tracer, guards, cursors, clock).addTo(admin, idempotency);
    new TemplatesApi(templates, guards, clock).addTo(admin);
    new TopicsApi(topics, topicDeletions, guards, cursors).addTo(admin, idempotency);
    new DeadLettersApi(deadLetters, guards).addTo(admin, idempotency);
    erasures = new UserErasures(store, queue, ids, clock);
    var knownUsers = new KnownUsers(store, inboxes);
    var eraser = new TenantEraser(store, settings, knownUsers, topics, topicDeletions);
    deletions = new TenantDeletions(states, eraser, queue, clock);
    tenants = new TenantRegistry(settings, keys, states, deletions, clock);
    new MessageReadsApi(new MessageReads(store, inboxes, knownUsers), guards, cursors).addTo(admin);
    new KnownUsersApi(inboxes, posts, knownUsers, topics, erasures, guards, cursors)
        .addTo(admin, idempotency);
    new SettingsApi(settings, options.webhooks().addresses(), guards, clock).addTo(admin);
    new InboxConfigApi(settings, schemas, guards, clock).addTo(admin);
    new ApiKeysApi(keys, guards).addTo(admin);
    new UserTokensApi(tokens, inboxes, guards).addTo(admin);
    new WebhookApi(settings, signatures, webhooks, guards, cursors, clock).addTo(admin);
    users = userRoutes(inboxes, topics, inboxStreams, guards, cursors);
  }

  private AdminMessagesApi messagesApi(
      TopicStore topics,
      PostComposer composer,
      DeliveryTracer tracer,
      Guards guards,
      SignedCursor cursors,
      InstantSource clock) {
    return new AdminMessagesApi(
        store, posts, topics, composer, tracer, progressStreams, guards, cursors, clock);
  }

  private static Router userRoutes(
      UserInboxes inboxes,
      TopicStore topics,
      InboxStreams streams,
      Guards guards,
      SignedCursor cursors) {
    var routes = new UserRoutes(guards);
    new UserMessagesApi(inboxes, streams, guards, cursors).addTo(routes);
    new PreferencesApi(inboxes).addTo(routes);
    new UserTopicsApi(topics, cursors).addTo(routes);
    return routes.router();
  }

  public static Stak open(SystemContext context, StakOptions options) {
    return new Stak(context, options);
  }

  @Override
  public String name() {
    return "stak";
  }

  @Override
  public String title() {
    return "Stak";
  }

  @Override
  public List<Store> stores() {
    return List.of(store);
  }

  @Override
  public List<String> queues() {
    return List.of(
        DeliveryJob.QUEUE,
        Webhooks.QUEUE,
        UserErasures.QUEUE,
        TenantDeletions.QUEUE,
        TopicDeletions.QUEUE);
  }

  @Override
  public long connections() {
    return inboxStreams.open();
  }

  @Override
  public List<Metric> metrics() {
    return List.of(
        Metric.counter(
            "stak.deliveries",
            "Messages delivered to a recipient's inbox",
            () -> (double) deliveries.delivered()),
        Metric.counter(
            "stak.dead.letters", "Dead letters written", () -> (double) deliveries.deadLetters()),
        Metric.gauge("stak.live.streams", "Open live streams", inboxStreams::open));
  }

  /** Adds both APIs, their description at {@code /stack/openapi.json}, and the pages. */
  @Override
  public void mount(Site site) {
    site.at(AdminApi.PREFIX, admin, StakReplies.ERRORS)
        .at(UserRoutes.PREFIX, users, StakReplies.ERRORS)
        .at("/stack", OpenApi.router(), StakReplies.ERRORS)
        .at(StakPages.PREFIX, StakPages.router(), ErrorShape.PLAIN);
  }

  @Override
  public void mountOperator(Router router) {
    new TenantsApi(tenants).addTo(router);
  }

  /** The admin API, below {@link AdminApi#PREFIX}. */
  public Router adminApi() {
    return admin;
  }

  /** The user API, below {@link UserRoutes#PREFIX}. */
  public Router userApi() {
    return users;
  }

  public TenantRegistry tenants() {
    return tenants;
  }

  public UserInboxes inboxes() {
    return inboxes;
  }

  public Posts posts() {
    return posts;
  }

  /** How many recipients this process has delivered to. */
  public long delivered() {
    return deliveries.delivered();
  }

  @Override
  public synchronized void start() {
    if (!workers.isEmpty()) throw new IllegalStateException("already started");
    workers.add(deliveries.start());
    workers.add(webhookSender.start());
    workers.add(erasures.start());
    workers.add(deletions.start());
    workers.add(topicDeletions.start());
  }

  /** Ends streams, then waits for deliveries under way. */
  @Override
  public synchronized void close() {
    subscriptions.forEach(Signals.Subscription::close);
    inboxStreams.close();
    progressStreams.close();
    workers.forEach(Worker::close);
    workers.clear();
    webhookSender.close();
  }
}
