package dev.trestle.messenger;

import dev.trestle.accounts.Accounts;
import dev.trestle.messenger.chat.AbuseReports;
import dev.trestle.messenger.chat.AccountErasure;
import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.chat.Consent;
import dev.trestle.messenger.chat.DirectChats;
import dev.trestle.messenger.chat.Groups;
import dev.trestle.messenger.chat.Invitations;
import dev.trestle.messenger.chat.Members;
import dev.trestle.messenger.chat.UserBlocks;
import dev.trestle.messenger.delivery.ChatSync;
import dev.trestle.messenger.delivery.ClientConnection.CloseReason;
import dev.trestle.messenger.delivery.EntryFeed;
import dev.trestle.messenger.delivery.FrameRelay;
import dev.trestle.messenger.delivery.Hub;
import dev.trestle.messenger.delivery.Watermarks;
import dev.trestle.messenger.file.ChatFiles;
import dev.trestle.messenger.file.RemovedFiles;
import dev.trestle.messenger.message.AppendListener;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatHistory;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.MessageSearch;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.MessageFiles;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.messenger.web.BlocksApi;
import dev.trestle.messenger.web.ChatsApi;
import dev.trestle.messenger.web.DeliveryApi;
import dev.trestle.messenger.web.FilesApi;
import dev.trestle.messenger.web.FrameHandler;
import dev.trestle.messenger.web.Frames;
import dev.trestle.messenger.web.Guards;
import dev.trestle.messenger.web.InvitationsApi;
import dev.trestle.messenger.web.MembersApi;
import dev.trestle.messenger.web.MessageSearchApi;
import dev.trestle.messenger.web.MessagesApi;
import dev.trestle.messenger.web.MessengerData;
import dev.trestle.messenger.web.MessengerLimits;
import dev.trestle.messenger.web.ReportListApi;
import dev.trestle.messenger.web.ServiceApi;
import dev.trestle.messenger.web.SocketApi;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.system.FollowedTable;
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

  /** An id that no chat has. */
  private static final ChatId NO_CHAT = new ChatId("chat_00000000000000000000000000");

  private final Store store;
  private final ChangeFeed feed;
  private final Optional<FrameRelay> relay;
  private final Hub hub;
  private final ChatLogs logs;
  private final Watermarks watermarks;
  private final EntryFeed entryFeed;
  private final RemovedFiles removedFiles;
  private final Router api;
  private final Router sockets;
  private final ReportListApi reportList;
  private final List<ChangeFeed.Subscription> subscriptions = new ArrayList<>();

  private Messenger(
      SystemContext context, Accounts accounts, MessengerOptions options, LogFactory logFactory) {
    var clock = context.clock();
    var ids = context.ids();
    var profiles = accounts.profiles();
    store = context.store(MessengerModel.MODEL);
    feed = context.feed();

    var frames = new Frames(clock);
    relay = options.headInterval().map(_ -> new FrameRelay(context.signals(), ids.next("srv_")));
    hub = new Hub(store, frames, options.sockets(), accounts.revocations(), relay);
    accounts.revocations().listen(hub);
    var access = new ChatAccess(store);
    logs = logFactory.create(store, access, ids, clock, context.random(), hub);
    var history = new ChatHistory(store);
    watermarks = new Watermarks(store, logs, access, clock, hub);
    entryFeed = new EntryFeed(context.signals(), store, logs, hub, options.headInterval());

    var consent = new Consent(store, clock);
    var blocks = new UserBlocks(store, profiles, clock, hub::blockChanged);
    var invitations =
        new Invitations(store, logs, access, consent, blocks, ids, clock, hub::invitationChanged);
    var members = new Members(store, logs, access, invitations, profiles, ids, clock);
    var groups = new Groups(store, logs, access, invitations, profiles, ids, clock);
    var directChats = new DirectChats(store, logs, profiles, ids, clock);
    var chats = new ChatList(store, logs, clock);
    var erasure = new AccountErasure(store, members, blocks);
    accounts.register(
        new MessengerData(chats, access, history, invitations, consent, blocks, erasure));

    var files = new ChatFiles(store, access, context.blobs(), ids, clock);
    removedFiles = new RemovedFiles(files);

    var limits = new MessengerLimits(context.limits(), options.rates());
    var cursors = new SignedCursor(context.secrets().bytes("messenger-cursors", SECRET_BYTES));
    var idempotency = context.idempotency(name(), call -> Accounts.user(call).value());
    var guards = new Guards(accounts, idempotency);
    var membersApi = new MembersApi(store, access, members, accounts, limits);
    api = new Router();
    new ChatsApi(access, directChats, groups, chats, profiles, membersApi, limits, cursors)
        .addTo(api, guards);
    membersApi.addTo(api, guards);
    new InvitationsApi(access, invitations, consent, profiles, limits).addTo(api, guards);
    var search = new MessageSearch(store);
    new MessagesApi(logs, access, history, search, limits, cursors).addTo(api, guards);
    new MessageSearchApi(chats, search, limits, cursors).addTo(api, guards);
    var abuseReports = new AbuseReports(store, access, history, profiles, ids, clock);
    new BlocksApi(blocks, abuseReports, profiles, limits).addTo(api, guards);
    reportList = new ReportListApi(abuseReports);
    new FilesApi(files, limits).addTo(api, guards);
    new DeliveryApi(store, access, watermarks, limits).addTo(api, guards);
    new ServiceApi(options.rates(), () -> store.run(Chats.BY_ID, new Chats.ById(NO_CHAT)))
        .addTo(api);
    var sync = new ChatSync(access, history, watermarks);
    var handler = new FrameHandler(logs, sync, watermarks, hub, limits, frames);
    sockets = new SocketApi(accounts, limits, ids, hub, handler, frames).routes();
  }

  /** Creates the logs. Tests replace them by wrong ones. */
  @FunctionalInterface
  interface LogFactory {
    ChatLogs create(
        Store store,
        ChatAccess access,
        Ids ids,
        InstantSource clock,
        RandomGenerator random,
        AppendListener listener);
  }

  public static Messenger open(SystemContext context, Accounts accounts, MessengerOptions options) {
    return open(context, accounts, options, ChatLogs::new);
  }

  static Messenger open(
      SystemContext context, Accounts accounts, MessengerOptions options, LogFactory logs) {
    return new Messenger(context, accounts, options, logs);
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
  public List<FollowedTable> feeds() {
    return List.of(
        new FollowedTable(EntryFeed.GROUP, Messages.TABLE),
        new FollowedTable(RemovedFiles.GROUP, MessageFiles.TABLE));
  }

  @Override
  public long connections() {
    return hub.connections();
  }

  @Override
  public List<Metric> metrics() {
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
    subscriptions.add(follow(feed));
    subscriptions.add(removedFiles.follow(feed));
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
    subscriptions.forEach(ChangeFeed.Subscription::close);
    entryFeed.close();
    relay.ifPresent(FrameRelay::close);
    watermarks.close();
    logs.close();
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
