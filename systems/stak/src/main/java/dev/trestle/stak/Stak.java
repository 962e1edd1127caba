package dev.trestle.stak;

import dev.trestle.platform.event.EventSource;
import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.system.Closing;
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
import dev.trestle.stak.email.EmailSender;
import dev.trestle.stak.email.EmailService;
import dev.trestle.stak.event.DeliveryEvents;
import dev.trestle.stak.event.InboxEvents;
import dev.trestle.stak.event.InboxSignals;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.message.DeliveryJob;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.StakModel;
import dev.trestle.stak.push.StakPush;
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
import dev.trestle.stak.trend.ActivityCounter;
import dev.trestle.stak.trend.TrendReader;
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
import dev.trestle.stak.web.TrendsApi;
import dev.trestle.stak.web.UnsubscribePage;
import dev.trestle.stak.web.UserEmailApi;
import dev.trestle.stak.web.UserMessagesApi;
import dev.trestle.stak.web.UserPushApi;
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
  private final ActivityCounter activity;
  private final UserInboxes inboxes;
  private final Posts posts;
  private final TenantRegistry tenants;
  private final DeliveryWorker deliveries;
  private final WebhookSender webhookSender;
  private final UserErasures erasures;
  private final TenantDeletions deletions;
  private final TopicDeletions topicDeletions;
  private final EmailService emails;
  private final StakPush pushes;
  private final UnsubscribePage unsubscribePage;
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

    activity = new ActivityCounter(store, clock);
    inboxes = new UserInboxes(store, clock, context.random(), events, webhooks, activity);
    posts = new Posts(store, inboxes, ids, queue, events);
    var topics = new TopicStore(store, inboxes);
    topicDeletions = new TopicDeletions(store, topics, queue, clock);
    deliveries = deliveryWorker(queue, topics, settings, states, events, options);
    var deadLetters = new DeadLetters(store, inboxes, queue, deliveries);

    inboxStreams = new InboxStreams(inboxes, clock);
    progressStreams = new ProgressStreams(store, deadLetters, clock);
    events.record(webhooks);
    emails = emailService(context, settings, states, options);
    emails.record(events);
    pushes = stakPush(context, settings, states, events, options);
    unsubscribePage = new UnsubscribePage(emails, settings, context.limits());
    var signals = new InboxSignals(context.signals());
    events.listen(signals);
    subscriptions = List.of(signals.subscribe(inboxStreams), signals.subscribe(progressStreams));

    var guards = new Guards(keys, tokens, states, settings, context.limits(), options.limits());
    var cursors = new SignedCursor(secrets.bytes("stak-cursors", SECRET_BYTES));
    var schemas = new BodySchema();
    var idempotency = AdminApi.idempotency(context);
    var templates = new TemplateStore(store);
    var composer = new PostComposer(settings, templates, schemas);
    messagesApi(topics, composer, guards, cursors, clock).addTo(admin, idempotency);
    new TemplatesApi(templates, guards, clock).addTo(admin);
    new TopicsApi(topics, topicDeletions, guards, cursors).addTo(admin, idempotency);
    new DeadLettersApi(deadLetters, guards).addTo(admin, idempotency);
    erasures = new UserErasures(store, queue, ids, clock);
    var knownUsers = new KnownUsers(store, inboxes);
    var eraser = new TenantEraser(store, settings, knownUsers, topics, topicDeletions);
    deletions = new TenantDeletions(states, eraser, queue, clock);
    tenants = new TenantRegistry(settings, keys, states, deletions, clock);
    countApis(knownUsers, guards, cursors, clock);
    userApis(knownUsers, topics, guards, cursors, idempotency);
    settingsApis(settings, schemas, guards, clock, options);
    new ApiKeysApi(keys, guards).addTo(admin);
    new UserTokensApi(tokens, inboxes, guards).addTo(admin);
    new WebhookApi(settings, signatures, webhooks, guards, cursors, clock).addTo(admin);
    users = userRoutes(topics, settings, guards, cursors);
  }

  private DeliveryWorker deliveryWorker(
      WorkQueue queue,
      TopicStore topics,
      SettingsStore settings,
      TenantStates states,
      InboxEvents events,
      StakOptions options) {
    return new DeliveryWorker(
        store,
        inboxes,
        queue,
        topics,
        settings,
        states::of,
        events,
        posts::publish,
        options.delivery());
  }

  private EmailService emailService(
      SystemContext context, SettingsStore settings, TenantStates states, StakOptions options) {
    return new EmailService(
        context, store, inboxes, settings, states, options.limits().emails(), options.email());
  }

  private StakPush stakPush(
      SystemContext context,
      SettingsStore settings,
      TenantStates states,
      InboxEvents events,
      StakOptions options) {
    var made =
        new StakPush(context, store, inboxes, emails.contacts(), settings, states, options.push());
    made.record(events);
    return made;
  }

  private void settingsApis(
      SettingsStore settings,
      BodySchema schemas,
      Guards guards,
      InstantSource clock,
      StakOptions options) {
    var addresses = options.webhooks().addresses();
    new SettingsApi(settings, addresses, emails.from(), guards, clock).addTo(admin);
    new InboxConfigApi(settings, schemas, guards, clock).addTo(admin);
  }

  private void userApis(
      KnownUsers knownUsers,
      TopicStore topics,
      Guards guards,
      SignedCursor cursors,
      Idempotency idempotency) {
    var contacts = emails.contacts();
    new KnownUsersApi(inboxes, posts, knownUsers, topics, contacts, erasures, guards, cursors)
        .addTo(admin, idempotency);
    new UserEmailApi(store, inboxes, contacts, guards).addTo(admin);
  }

  private void countApis(
      KnownUsers knownUsers, Guards guards, SignedCursor cursors, InstantSource clock) {
    new MessageReadsApi(new MessageReads(store, inboxes, knownUsers), guards, cursors).addTo(admin);
    new TrendsApi(new TrendReader(store, clock), guards).addTo(admin);
  }

  private AdminMessagesApi messagesApi(
      TopicStore topics,
      PostComposer composer,
      Guards guards,
      SignedCursor cursors,
      InstantSource clock) {
    var tracer = new DeliveryTracer(store, inboxes);
    return new AdminMessagesApi(
        store, posts, topics, composer, tracer, progressStreams, guards, cursors, clock);
  }

  private Router userRoutes(
      TopicStore topics, SettingsStore settings, Guards guards, SignedCursor cursors) {
    var routes = new UserRoutes(guards);
    new UserMessagesApi(inboxes, inboxStreams, guards, cursors).addTo(routes);
    new PreferencesApi(inboxes, emails, pushes, settings).addTo(routes);
    new UserPushApi(inboxes, pushes).addTo(routes);
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
        TopicDeletions.QUEUE,
        EmailSender.QUEUE,
        StakPush.QUEUE);
  }

  @Override
  public List<EventSource> events() {
    return List.of(new DeliveryEvents());
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
        Metric.counter(
            "stak.emails", "E-mails that the mail server accepted", () -> (double) emails.sent()),
        Metric.counter(
            "stak.email.failures",
            "E-mails that were refused or failed at every attempt",
            () -> (double) emails.failures()),
        Metric.counter(
            "stak.pushes", "Messages that push services accepted", () -> (double) pushes.sent()),
        Metric.counter(
            "stak.push.failures",
            "Messages that push services refused, or that failed at every attempt",
            () -> (double) pushes.failures()),
        Metric.gauge("stak.live.streams", "Open live streams", inboxStreams::open));
  }

  /** Adds both APIs, their description at {@code /stack/openapi.json}, and the pages. */
  @Override
  public void mount(Site site) {
    site.at(AdminApi.PREFIX, admin, StakReplies.ERRORS)
        .at(UserRoutes.PREFIX, users, StakReplies.ERRORS)
        .at("/stack", OpenApi.router(), StakReplies.ERRORS)
        .at(StakPages.PREFIX, unsubscribePage.addTo(StakPages.router()), ErrorShape.PLAIN);
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
    emails.start().ifPresent(workers::add);
    activity.start();
    pushes.start().ifPresent(workers::add);
  }

  /** Ends streams, then waits for deliveries under way. */
  @Override
  public synchronized void close() {
    var closing =
        new Closing()
            .then(subscriptions)
            .then(inboxStreams)
            .then(progressStreams)
            .then(List.copyOf(workers))
            .then(webhookSender)
            .then(emails)
            .then(activity)
            .then(pushes);
    workers.clear();
    closing.close();
  }
}
