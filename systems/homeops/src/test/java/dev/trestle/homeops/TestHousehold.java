package dev.trestle.homeops;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.homeops.activity.ActivityLog;
import dev.trestle.homeops.activity.PromiseKeeper;
import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.chat.ChatAdapter;
import dev.trestle.homeops.chat.ChatAdapters;
import dev.trestle.homeops.chat.DirectMessages;
import dev.trestle.homeops.chat.OutgoingMessage;
import dev.trestle.homeops.chat.PrivateDelivery;
import dev.trestle.homeops.household.ChatMigration;
import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.NewHousehold;
import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.memory.MemoryReplies;
import dev.trestle.homeops.message.ActWork;
import dev.trestle.homeops.message.ChatLocks;
import dev.trestle.homeops.message.Confirmations;
import dev.trestle.homeops.message.Corrections;
import dev.trestle.homeops.message.MessagePipeline;
import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.message.Speaking;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.Decision;
import dev.trestle.homeops.model.HomeOpsModel;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.model.Person;
import dev.trestle.homeops.model.Source;
import dev.trestle.homeops.plan.Plans;
import dev.trestle.homeops.plan.PromiseReminders;
import dev.trestle.homeops.reply.Preferences;
import dev.trestle.homeops.reply.ResponsePolicy;
import dev.trestle.homeops.understanding.Understanding;
import dev.trestle.homeops.understanding.embedded.EmbeddedUnderstanding;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Anna and Martin in a chat without reactions, with a clock under control. */
public final class TestHousehold implements AutoCloseable {
  public static final ChatId CHAT = new ChatId("-1001234567890");
  public static final Source SOURCE = new Source("test");
  private static final EmbeddedUnderstanding EMBEDDED = new EmbeddedUnderstanding();

  public final ManualClock clock;
  public final Trestle trestle;
  public final Store store;
  public final HouseholdDirectory directory;
  public final Aliases aliases;
  public final ActivityLog log;
  public final PromiseKeeper promises;
  public final Balances balances;
  public final DirectMessages directMessages;
  public final ChatMigration migration;
  public final Plans plans;
  public final PromiseReminders reminders;
  public final MemberId anna;
  public final MemberId martin;
  public final TestChat chat;

  /** The requests that fail, as if their table were out of reach. */
  public final AtomicReference<Predicate<Object>> unreachable = new AtomicReference<>(_ -> false);

  /** Is told each step; throws to stop there. */
  public final AtomicReference<Consumer<String>> reached = new AtomicReference<>(_ -> {});

  private final MemorySignals signals = new MemorySignals();
  private final ChatEvents events = new ChatEvents(signals);
  private final MessagePipeline pipeline;
  private final boolean ownsEngine;
  private long lastNumber = 100;

  public TestHousehold() {
    this(EMBEDDED);
  }

  public TestHousehold(Understanding understanding) {
    this(understanding, Optional.empty());
  }

  /** The same household on another server: the tables are shared, locks and caches are not. */
  public TestHousehold onAnotherServer() {
    return new TestHousehold(EMBEDDED, Optional.of(this));
  }

  private TestHousehold(Understanding understanding, Optional<TestHousehold> first) {
    ownsEngine = first.isEmpty();
    clock = first.map(shared -> shared.clock).orElseGet(TestHousehold::startClock);
    trestle =
        first
            .map(shared -> shared.trestle)
            .orElseGet(() -> Trestle.open(EngineOptions.inMemory().withClock(clock)));
    chat = first.map(shared -> shared.chat).orElseGet(TestChat::new);
    if (ownsEngine) TableCreation.create(HomeOpsModel.MODEL, trestle.client(), "");
    store = Store.of(HomeOpsModel.MODEL, client(), StoreOptions.standard().clock(clock));
    var random = new Random(7);
    directory = new HouseholdDirectory(store, new Ids(clock, random), random, clock, signals);
    aliases = new Aliases(store, clock, signals);
    migration = new ChatMigration(store, directory, aliases, clock);
    promises = new PromiseKeeper(store);
    log = new ActivityLog(store, promises, directory::chatsWith);
    balances = new Balances(store, clock);
    var adapters = new ChatAdapters().add(chat);
    directMessages = new DirectMessages(store, directory, adapters, clock);
    plans = new Plans(store, directory, balances, directMessages, clock);
    reminders = new PromiseReminders(directory, adapters, promises, balances, plans, events, clock);
    var preferences = new Preferences(store);
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
            new ChatLocks(),
            clock,
            step -> reached.get().accept(step));
    var wanted =
        new NewHousehold(
            "Hemma", "Europe/Stockholm", HouseholdLanguage.sv, SOURCE, Optional.of(CHAT));
    martin =
        first
            .map(shared -> shared.martin)
            .orElseGet(() -> directory.create(wanted, person("1"), "Martin").member());
    anna =
        first
            .map(shared -> shared.anna)
            .orElseGet(() -> directory.join(home().id(), person("2"), "Anna").member());
  }

  private static ManualClock startClock() {
    var clock = new ManualClock();
    clock.set(Instant.parse("2026-03-11T18:10:00Z"));
    return clock;
  }

  /** Somebody, as the chat names them. */
  public static Person person(String id) {
    return new Person(SOURCE, id);
  }

  private DynamoDbClient client() {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              if (arguments != null && unreachable.get().test(arguments[0])) {
                throw new IllegalStateException("the table is out of reach");
              }
              try {
                return method.invoke(trestle.client(), arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  public Home home() {
    return directory.ofChat(CHAT).orElseThrow();
  }

  /** A new message by Martin, not yet handled. */
  public ReceivedMessage message(String text) {
    return message(++lastNumber, "1", text, Optional.empty());
  }

  public ReceivedMessage message(
      long number, String sender, String text, Optional<MessageNumber> replyTo) {
    return new ReceivedMessage(
        SOURCE,
        CHAT,
        new MessageNumber(number),
        sender,
        "Somebody",
        text,
        clock.instant(),
        replyTo,
        Optional.empty(),
        false,
        "");
  }

  public ReceivedMessage edited(ReceivedMessage message, String text) {
    return new ReceivedMessage(
        SOURCE,
        CHAT,
        message.messageId(),
        message.sender(),
        message.senderName(),
        text,
        message.at(),
        message.replyTo(),
        Optional.of(clock.instant()),
        false,
        "");
  }

  public void handle(ReceivedMessage message) {
    pipeline.handle(message);
  }

  /** Martin writes, a minute after what was written before. */
  public ReceivedMessage martin(String text) {
    return write("1", text, Optional.empty());
  }

  public ReceivedMessage anna(String text) {
    return write("2", text, Optional.empty());
  }

  public ReceivedMessage reply(ReceivedMessage to, String text) {
    return write(to.sender(), text, Optional.of(to.messageId()));
  }

  private ReceivedMessage write(String sender, String text, Optional<MessageNumber> replyTo) {
    clock.advance(Duration.ofMinutes(1));
    var message = message(++lastNumber, sender, text, replyTo);
    handle(message);
    return message;
  }

  public List<Activity> activities() {
    return store.run(Activities.RECENT, new Activities.OfChat(CHAT)).items();
  }

  public Decision decision(ReceivedMessage message) {
    return store
        .run(Decisions.FIND, new Decisions.OfDecision(CHAT, message.decided(), message.messageId()))
        .orElseThrow();
  }

  public Optional<Memory.Habit> habit(String activity) {
    return store.run(Memory.FIND_HABIT, new Memory.OfHabit(CHAT, martin, activity));
  }

  public Optional<Memory.Effort> effort(String activity) {
    return store.run(Memory.FIND_EFFORT, new Memory.OfEffort(martin, activity));
  }

  public List<Messages.Message> messages() {
    return store.run(Messages.BEFORE, new Messages.Before(CHAT, MessageNumber.MAX)).items();
  }

  /**
   * All items of the tables of what is known, without the counts of writes, and without messages
   * and decisions.
   */
  public Map<String, Map<String, AttributeValue>> dump() {
    var dump = new TreeMap<String, Map<String, AttributeValue>>();
    for (var table : List.of("homeops", "homeops-activities")) {
      for (var item : trestle.client().scan(request -> request.tableName(table)).items()) {
        var kept = new TreeMap<>(item);
        kept.remove("version");
        var key = table + item.get("pk") + item.get("sk") + item.get("activityId");
        if (!key.contains("DECISION#")) {
          dump.put(key, kept);
        }
      }
    }
    return dump;
  }

  @Override
  public void close() {
    events.close();
    aliases.close();
    directory.close();
    signals.close();
    if (ownsEngine) trestle.close();
  }

  /** A chat that remembers what it was told. */
  public static final class TestChat implements ChatAdapter {
    public final List<String> sent = Collections.synchronizedList(new ArrayList<>());
    public final List<Boolean> silent = Collections.synchronizedList(new ArrayList<>());
    public volatile boolean reacts;
    public volatile boolean blocked;
    public volatile boolean broken;
    public final List<String> privately = Collections.synchronizedList(new ArrayList<>());
    public final List<MessageNumber> reactions = Collections.synchronizedList(new ArrayList<>());

    @Override
    public Source source() {
      return SOURCE;
    }

    @Override
    public boolean canReact() {
      return reacts;
    }

    @Override
    public void react(ChatId chatId, MessageNumber messageId) {
      reactions.add(messageId);
    }

    @Override
    public void unreact(ChatId chatId, MessageNumber messageId) {
      reactions.remove(messageId);
    }

    @Override
    public Optional<MessageNumber> send(OutgoingMessage message) {
      if (broken) {
        throw new IllegalStateException("the chat is out of reach");
      }
      sent.add(message.text());
      silent.add(message.silent());
      return Optional.of(new MessageNumber(100_000L + sent.size()));
    }

    @Override
    public PrivateDelivery sendPrivately(String address, String text) {
      if (blocked) {
        return PrivateDelivery.BLOCKED;
      }
      privately.add(address + ": " + text);
      return PrivateDelivery.SENT;
    }
  }
}
