package dev.trestle.messenger;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.session.Revocations;
import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.cold.ColdStorage;
import dev.trestle.messenger.delivery.AppendSignals;
import dev.trestle.messenger.delivery.ChatSync;
import dev.trestle.messenger.delivery.ClientConnection.CloseReason;
import dev.trestle.messenger.delivery.EntryFeed;
import dev.trestle.messenger.delivery.FrameEncoder;
import dev.trestle.messenger.delivery.FrameRelay;
import dev.trestle.messenger.delivery.Hub;
import dev.trestle.messenger.delivery.Presence;
import dev.trestle.messenger.delivery.SocketLimits;
import dev.trestle.messenger.delivery.Watermarks;
import dev.trestle.messenger.event.EntryEvents;
import dev.trestle.messenger.file.RemovedFiles;
import dev.trestle.messenger.message.AppendListener;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.MessageFiles;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.messenger.push.MessengerPush;
import dev.trestle.messenger.web.BlocksApi;
import dev.trestle.messenger.web.ChatsApi;
import dev.trestle.messenger.web.DeliveryApi;
import dev.trestle.messenger.web.FilesApi;
import dev.trestle.messenger.web.FrameHandler;
import dev.trestle.messenger.web.Frames;
import dev.trestle.messenger.web.Guards;
import dev.trestle.messenger.web.InvitationsApi;
import dev.trestle.messenger.web.InviteLinksApi;
import dev.trestle.messenger.web.MembersApi;
import dev.trestle.messenger.web.MessageSearchApi;
import dev.trestle.messenger.web.MessagesApi;
import dev.trestle.messenger.web.MessengerLimits;
import dev.trestle.messenger.web.ProfilePhotosApi;
import dev.trestle.messenger.web.PushApi;
import dev.trestle.messenger.web.ReportListApi;
import dev.trestle.messenger.web.ServiceApi;
import dev.trestle.messenger.web.SocketApi;
import dev.trestle.messenger.web.UserSettingsApi;
import dev.trestle.platform.blob.BlobDeletions;
import dev.trestle.platform.event.EventSource;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.schedule.Schedule;
import dev.trestle.platform.system.Closing;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.platform.web.Site;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Messenger: its API below {@code /api/v1}, its sockets at {@code /v1/ws} and its page. */
public final class Messenger implements ServedSystem {
  private static final int SECRET_BYTES = 32;

  /** The queue of blobs to delete. */
  private static final String DELETIONS = "messenger-deletions";

  /** An id that no chat has. */
  private static final ChatId NO_CHAT = new ChatId("chat_00000000000000000000000000");

  private final Store store;
  private final ChangeFeed feed;
  private final Schedule schedule;
  private final ColdEntries cold;
  private final Optional<ColdStorage> coldStorage;
  private final Optional<FrameRelay> relay;
  private final Hub hub;
  private final Optional<AppendSignals> appendSignals;
  private final ChatLogs logs;
  private final Presence presence;
  private final Watermarks watermarks;
  private final EntryFeed entryFeed;
  private final BlobDeletions deletions;
  private final RemovedFiles removedFiles;
  private final Optional<MessengerPush> push;
  private final Router api;
  private final Router sockets;
  private final ReportListApi reportList;
  private final List<AutoCloseable> running = new ArrayList<>();

  private Messenger(
      SystemContext context,
      Accounts accounts,
      MessengerOptions options,
      LogFactory logFactory,
      HubFactory hubFactory) {
    var clock = context.clock();
    var ids = context.ids();
    var profiles = accounts.profiles();
    store = context.store(MessengerModel.MODEL);
    feed = context.feed();
    schedule = context.schedule();
    cold = new ColdEntries(store, context);
    coldStorage =
        options.coldAfter().map(age -> new ColdStorage(store, cold, clock, age, FailPoints.NONE));

    var frames = new Frames(clock);
    var servers =
        options.headInterval().map(_ -> new Presence.Servers(context.signals(), ids.next("srv_")));
    relay = servers.map(each -> new FrameRelay(each.signals(), each.server()));
    hub = hubFactory.create(store, frames, options.sockets(), accounts.revocations(), relay);
    accounts.revocations().listen(hub);
    var access = new ChatAccess(store);
    appendSignals = servers.map(each -> new AppendSignals(each.signals(), hub));
    AppendListener listener = appendSignals.isPresent() ? appendSignals.get() : hub;
    logs = logFactory.create(store, cold, access, ids, clock, context.random(), listener);
    watermarks = new Watermarks(store, cold, logs, access, clock, hub);
    entryFeed = new EntryFeed(context.signals(), store, logs, hub, clock, options.headInterval());
    presence = new Presence(store, profiles, hub, clock, options.offlineAfter(), servers);

    var domain = new MessengerDomain(context, profiles, store, cold, access, logs, hub, presence);
    accounts.register(domain.personalData());
    deletions = new BlobDeletions(context.queue(), DELETIONS, context.blobs());
    removedFiles = new RemovedFiles(deletions);
    reportList = new ReportListApi(domain.abuseReports);
    accounts.revocations().whenEnded(domain.pushDevices::remove);
    push =
        options
            .push()
            .map(each ->
                new MessengerPush(
                    context, store, accounts, access, presence, domain.pushDevices, each));

    var limits = new MessengerLimits(context.limits(), options.rates());
    api = api(context, accounts, access, domain, limits);
    new ServiceApi(options.rates(), () -> store.run(Chats.BY_ID, new Chats.ById(NO_CHAT)))
        .addTo(api);
    var sync = new ChatSync(access, domain.history, watermarks);
    var handler = new FrameHandler(logs, sync, watermarks, hub, limits, frames);
    sockets = new SocketApi(accounts, limits, ids, hub, handler, frames).routes();
  }

  private Router api(
      SystemContext context,
      Accounts accounts,
      ChatAccess access,
      MessengerDomain domain,
      MessengerLimits limits) {
    var profiles = accounts.profiles();
    var cursors = new SignedCursor(context.secrets().bytes("messenger-cursors", SECRET_BYTES));
    var idempotency = context.idempotency(name(), call -> Accounts.user(call).value());
    var guards = new Guards(accounts, idempotency);
    var router = new Router();
    var membersApi = new MembersApi(store, access, domain.members, accounts, limits);
    membersApi.addTo(router, guards);
    new ChatsApi(
            access,
            domain.directChats,
            domain.groups,
            domain.chats,
            profiles,
            presence,
            membersApi,
            limits,
            cursors)
        .addTo(router, guards);
    new InvitationsApi(access, domain.invitations, profiles, limits).addTo(router, guards);
    new InviteLinksApi(domain.links, profiles, limits).addTo(router, guards);
    new UserSettingsApi(domain.consent, domain.presenceChoice, limits).addTo(router, guards);
    new MessagesApi(logs, access, domain.history, domain.search, limits, cursors)
        .addTo(router, guards);
    new MessageSearchApi(domain.chats, domain.search, limits, cursors).addTo(router, guards);
    new BlocksApi(domain.blocks, domain.abuseReports, profiles, limits).addTo(router, guards);
    new FilesApi(domain.files, limits).addTo(router, guards);
    new ProfilePhotosApi(domain.pictures, limits).addTo(router, guards);
    new DeliveryApi(store, access, watermarks, limits).addTo(router, guards);
    new PushApi(push.map(MessengerPush::service), domain.pushDevices, limits).addTo(router, guards);
    return router;
  }

  /** Creates the logs. Tests replace them by wrong ones. */
  @FunctionalInterface
  interface LogFactory {
    ChatLogs create(
        Store store,
        ColdEntries cold,
        ChatAccess access,
        Ids ids,
        InstantSource clock,
        RandomGenerator random,
        AppendListener listener);
  }

  /** Creates the hub. Tests replace it by a wrong one. */
  @FunctionalInterface
  interface HubFactory {
    Hub create(
        Store store,
        FrameEncoder encoder,
        SocketLimits limits,
        Revocations revocations,
        Optional<FrameRelay> relay);
  }

  public static Messenger open(SystemContext context, Accounts accounts, MessengerOptions options) {
    return open(context, accounts, options, ChatLogs::new, Hub::new);
  }

  static Messenger open(
      SystemContext context,
      Accounts accounts,
      MessengerOptions options,
      LogFactory logs,
      HubFactory hubs) {
    return new Messenger(context, accounts, options, logs, hubs);
  }

  @Override
  public String name() {
    return "messenger";
  }

  @Override
  public String title() {
    return "Messenger";
  }

  @Override
  public List<Store> stores() {
    return List.of(store);
  }

  @Override
  public List<String> queues() {
    return push.isPresent()
        ? List.of(DELETIONS, ColdEntries.queue(), MessengerPush.QUEUE)
        : List.of(DELETIONS, ColdEntries.queue());
  }

  @Override
  public List<FollowedTable> feeds() {
    var feeds = new ArrayList<FollowedTable>();
    feeds.add(new FollowedTable(EntryFeed.GROUP, Messages.TABLE));
    feeds.add(new FollowedTable(RemovedFiles.GROUP, MessageFiles.TABLE));
    if (push.isPresent()) feeds.add(MessengerPush.FEED);
    return feeds;
  }

  @Override
  public List<EventSource> events() {
    return List.of(new EntryEvents(store));
  }

  @Override
  public long connections() {
    return hub.connections();
  }

  @Override
  public List<Metric> metrics() {
    var metrics = new ArrayList<>(push.map(MessengerPush::metrics).orElse(List.of()));
    metrics.addAll(connectionMetrics());
    return metrics;
  }

  private List<Metric> connectionMetrics() {
    return List.of(
        Metric.gauge("messenger.connections", "Open sockets", () -> (double) hub.connections()),
        Metric.counter(
            "messenger.deliveries", "Frames queued on sockets", () -> (double) hub.deliveries()),
        Metric.counter(
            "messenger.slow.consumers",
            "Sockets closed because they did not keep up",
            () -> (double) hub.closed(CloseReason.SLOW_CONSUMER)),
        Metric.counter(
            "messenger.reconnects",
            "Sockets opened by a session that had one recently",
            () -> (double) hub.reconnects()));
  }

  @Override
  public void mount(Site site) {
    site.at("/api/v1", api, ErrorShape.PLAIN)
        .at("/v1", sockets, ErrorShape.PLAIN)
        .at("/messenger", Pages.beside(Messenger.class, "page").router(), ErrorShape.PLAIN);
  }

  @Override
  public void mountOperator(Router operator) {
    reportList.addTo(operator);
  }

  @Override
  public void start() {
    running.add(deletions.start());
    running.add(cold.start());
    coldStorage.ifPresent(storage -> running.add(storage.start(schedule)));
    running.add(follow(feed));
    running.add(removedFiles.follow(feed));
    push.ifPresent(each -> running.addAll(each.start()));
  }

  /**
   * Starts following the messages of all servers, so that every stored entry is delivered even if
   * the server that stored it dies.
   */
  ChangeFeed.Subscription follow(ChangeFeed changes) {
    return entryFeed.follow(changes);
  }

  /** Asks the clients to reconnect elsewhere. */
  @Override
  public void stop() {
    hub.shutDown();
  }

  @Override
  public void close() {
    var closing = new Closing().then(running.reversed());
    push.ifPresent(closing::then);
    closing.then(entryFeed);
    appendSignals.ifPresent(closing::then);
    closing.then(presence);
    relay.ifPresent(closing::then);
    closing.then(watermarks).then(logs).close();
  }

  /** An entry of a chat, in the table or in cold storage. */
  public Optional<Message> entry(ChatId chat, long sequence) {
    return store
        .run(Messages.ONE, new Messages.At(chat, sequence))
        .or(() -> cold.find(chat, sequence).flatMap(segment -> segment.entry(sequence)));
  }

  /** The logs, for programs that send without HTTP. */
  public ChatLogs logs() {
    return logs;
  }

  /** How far users have received and read. */
  public Watermarks watermarks() {
    return watermarks;
  }

  /** The connections of this server. */
  public Hub hub() {
    return hub;
  }
}
