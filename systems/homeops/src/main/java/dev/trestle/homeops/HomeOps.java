package dev.trestle.homeops;

import dev.trestle.accounts.Accounts;
import dev.trestle.homeops.activity.ActivityLog;
import dev.trestle.homeops.activity.PromiseKeeper;
import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.chat.AssistantMessages;
import dev.trestle.homeops.chat.ChatAdapter;
import dev.trestle.homeops.chat.ChatAdapters;
import dev.trestle.homeops.chat.DirectMessages;
import dev.trestle.homeops.chat.MessageNumbers;
import dev.trestle.homeops.chat.PageAdapter;
import dev.trestle.homeops.household.ChatMigration;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.memory.MemoryReplies;
import dev.trestle.homeops.message.ActWork;
import dev.trestle.homeops.message.ChatInbox;
import dev.trestle.homeops.message.ChatLocks;
import dev.trestle.homeops.message.Confirmations;
import dev.trestle.homeops.message.Corrections;
import dev.trestle.homeops.message.MessagePipeline;
import dev.trestle.homeops.message.MessageQueue;
import dev.trestle.homeops.message.Speaking;
import dev.trestle.homeops.model.HomeOpsModel;
import dev.trestle.homeops.model.Households;
import dev.trestle.homeops.model.Promises;
import dev.trestle.homeops.plan.Plans;
import dev.trestle.homeops.plan.PromiseReminders;
import dev.trestle.homeops.reply.Preferences;
import dev.trestle.homeops.reply.ResponsePolicy;
import dev.trestle.homeops.telegram.Telegram;
import dev.trestle.homeops.telegram.TelegramOptions;
import dev.trestle.homeops.understanding.Understanding;
import dev.trestle.homeops.understanding.llm.LanguageModelUnderstanding;
import dev.trestle.homeops.web.ActivitiesApi;
import dev.trestle.homeops.web.AliasesApi;
import dev.trestle.homeops.web.ChatEventsApi;
import dev.trestle.homeops.web.ChatMessagesApi;
import dev.trestle.homeops.web.DecisionsApi;
import dev.trestle.homeops.web.Guards;
import dev.trestle.homeops.web.HabitsApi;
import dev.trestle.homeops.web.HomeOpsData;
import dev.trestle.homeops.web.HouseholdsApi;
import dev.trestle.homeops.web.MeApi;
import dev.trestle.homeops.web.OpenApi;
import dev.trestle.homeops.web.PromisesApi;
import dev.trestle.homeops.web.Refusals;
import dev.trestle.homeops.web.UnderstandApi;
import dev.trestle.homeops.web.VocabularyApi;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.schedule.DueItems;
import dev.trestle.platform.system.Closing;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The household assistant: it reads a family's chat and notes who did what. */
public final class HomeOps implements ServedSystem {
  private final Store store;
  private final HouseholdDirectory directory;
  private final Aliases aliases;
  private final ChatEvents events;
  private final AssistantMessages sentMessages;
  private final ChatAdapters adapters = new ChatAdapters();
  private final MessageQueue queue;
  private final SystemContext context;
  private final Balances balances;
  private final DirectMessages directMessages;
  private final MessagePipeline pipeline;
  private final Optional<LanguageModelUnderstanding> languageModel;
  private final Optional<Telegram> telegram;
  private final PromiseReminders reminders;
  private final Plans plans;
  private final Router api;
  private final Router router;
  private final List<AutoCloseable> running = new ArrayList<>();

  private HomeOps(SystemContext context, Accounts accounts, HomeOpsOptions options) {
    this.context = context;
    var clock = context.clock();
    languageModel =
        options
            .languageModel()
            .map(model -> new LanguageModelUnderstanding(model, options.understanding(), clock));
    Understanding understanding =
        languageModel.isPresent() ? languageModel.get() : options.understanding();
    store = context.store(HomeOpsModel.MODEL);
    directory =
        new HouseholdDirectory(store, context.ids(), context.random(), clock, context.signals());
    aliases = new Aliases(store, clock, context.signals());
    events = new ChatEvents(context.signals());
    var numbers = new MessageNumbers(clock, context.random());
    sentMessages = new AssistantMessages(store, events, clock);
    adapters.add(new PageAdapter(sentMessages, numbers, events));
    var migration = new ChatMigration(store, directory, aliases, clock);
    telegram = options.telegram().map(bot -> telegram(bot, context, sentMessages, migration));
    telegram.ifPresent(bot -> adapters.add(bot.adapter()));
    var promises = new PromiseKeeper(store);
    var log = new ActivityLog(store, promises, directory::chatsWith);
    balances = new Balances(store, clock);
    directMessages = new DirectMessages(store, directory, adapters, clock);
    plans = new Plans(store, directory, balances, directMessages, clock);
    reminders = new PromiseReminders(directory, adapters, promises, balances, plans, events, clock);
    var preferences = new Preferences(store);
    var locks = new ChatLocks();
    var acts =
        new ActWork(
            log,
            promises,
            new MemoryReplies(store),
            new Corrections(store, log, aliases, balances, events),
            new Confirmations(store, aliases),
            balances,
            new Speaking(store, new ResponsePolicy(store, preferences), preferences),
            events);
    pipeline =
        new MessagePipeline(
            store,
            directory,
            adapters,
            understanding,
            aliases,
            acts,
            events,
            locks,
            clock,
            options.reached());
    queue = new MessageQueue(context.queue(), pipeline);
    accounts.register(new HomeOpsData(store, directory, promises, aliases));
    var routes = routes(accounts, understanding, numbers, log, promises, locks);
    api = routes.around(Refusals::around);
    router = OpenApi.addedTo(routes.around(Refusals::around));
  }

  private Router routes(
      Accounts accounts,
      Understanding understanding,
      MessageNumbers numbers,
      ActivityLog log,
      PromiseKeeper promises,
      ChatLocks locks) {
    var clock = context.clock();
    var once = context.idempotency(name(), call -> Accounts.user(call).value());
    var guards = new Guards(accounts, directory, adapters, context.limits(), once::around);
    var routes = new Router();
    new HouseholdsApi(accounts, directory, events).addTo(routes, guards);
    var inbox = new ChatInbox(store, queue, numbers, clock);
    new ChatMessagesApi(inbox, directory).addTo(routes, guards);
    new ActivitiesApi(store, log, directory, adapters, balances, events, locks, clock)
        .addTo(routes, guards);
    new DecisionsApi(store, clock).addTo(routes, guards);
    new HabitsApi(store).addTo(routes, guards);
    new PromisesApi(promises).addTo(routes, guards);
    new AliasesApi(aliases).addTo(routes, guards);
    new MeApi(balances, clock).addTo(routes, guards);
    new UnderstandApi(understanding, aliases, clock).addTo(routes, guards);
    new VocabularyApi().addTo(routes, guards);
    new ChatEventsApi(events).addTo(routes, guards);
    routes.post(
        Telegram.PATH,
        call ->
            telegram
                .orElseThrow(() -> ApiError.unauthorized("HomeOps is not in Telegram."))
                .receive(call));
    return routes;
  }

  private static Telegram telegram(
      TelegramOptions bot,
      SystemContext context,
      AssistantMessages messages,
      ChatMigration migration) {
    var address =
        context
            .publicAddress()
            .orElseThrow(() -> new IllegalArgumentException("Telegram without a public address"));
    return new Telegram(bot, address, context.secrets(), context.queue(), messages, migration);
  }

  public static HomeOps open(SystemContext context, Accounts accounts, HomeOpsOptions options) {
    return new HomeOps(context, accounts, options);
  }

  /** Serves another kind of chats. Called before {@link #start}. */
  public void add(ChatAdapter adapter) {
    adapters.add(adapter);
  }

  /** Where chat adapters deliver their messages. */
  public MessageQueue messages() {
    return queue;
  }

  /** Where chat adapters store what the assistant has said. */
  public AssistantMessages sentMessages() {
    return sentMessages;
  }

  /** The routes of the API, for the test of its description. */
  public Router api() {
    return api;
  }

  @Override
  public String name() {
    return "homeops";
  }

  @Override
  public String title() {
    return "HomeOps";
  }

  @Override
  public List<Store> stores() {
    return List.of(store);
  }

  @Override
  public List<String> queues() {
    return telegram.isPresent()
        ? List.of(MessageQueue.NAME, Telegram.QUEUE)
        : List.of(MessageQueue.NAME);
  }

  @Override
  public List<FollowedTable> feeds() {
    return adapters.all().stream().flatMap(adapter -> adapter.feeds().stream()).toList();
  }

  @Override
  public long connections() {
    return events.open();
  }

  @Override
  public void mount(Site site) {
    site.at("/homeops/v1", router, ErrorShape.PLAIN)
        .at("/homeops", Pages.beside(HomeOps.class, "page").router(), ErrorShape.PLAIN);
  }

  @Override
  public void start() {
    running.add(queue.work(WorkOptions.STANDARD));
    telegram.ifPresent(
        bot -> bot.start(pipeline, directory, directMessages, balances, context.clock()));
    running.add(
        context
            .schedule()
            .due(
                new DueItems<>(
                    "homeops-promises",
                    store,
                    Promises.OVERDUE,
                    Promises.DUE_SHARDS,
                    (shard, upTo) -> new Promises.Overdue(shard, upTo)),
                reminders::due));
    running.add(
        context
            .schedule()
            .due(
                new DueItems<>(
                    "homeops-plans",
                    store,
                    Households.PLANS_DUE,
                    Promises.DUE_SHARDS,
                    (shard, upTo) -> new Households.PlanDue(shard, upTo)),
                plans::due));
    adapters.all().forEach(ChatAdapter::start);
  }

  @Override
  public void close() {
    var closing = new Closing().then(running.reversed());
    telegram.ifPresent(closing::then);
    languageModel.ifPresent(closing::then);
    closing.then(events).then(aliases).then(directory).close();
  }
}
