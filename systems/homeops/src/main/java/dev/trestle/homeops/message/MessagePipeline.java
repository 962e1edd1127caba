package dev.trestle.homeops.message;

import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.chat.AssistantMessages;
import dev.trestle.homeops.chat.ChatAdapter;
import dev.trestle.homeops.chat.ChatAdapters;
import dev.trestle.homeops.chat.PageAdapter;
import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.NewHousehold;
import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.Action;
import dev.trestle.homeops.model.Decisions.DecidedAct;
import dev.trestle.homeops.model.Decisions.Decision;
import dev.trestle.homeops.model.Decisions.Stage;
import dev.trestle.homeops.model.HouseholdId;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.model.Households.ChatLink;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.model.Messages.Message;
import dev.trestle.homeops.model.Person;
import dev.trestle.homeops.model.Source;
import dev.trestle.homeops.understanding.Understanding;
import dev.trestle.homeops.understanding.Understood;
import dev.trestle.homeops.understanding.Utterance;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The steps of a message: stored, understood, acted on, replied to. Repeating a step has no effect,
 * so a message may arrive twice, late or after a crash. The interpretation is stored before
 * anything follows from it, and the intent to reply before the reply is sent: a reply may be lost,
 * but never repeated. Once a message is stored, a step that fails does not keep the others from
 * being done; it is noted in the decision, and tried again.
 */
public final class MessagePipeline {
  private static final System.Logger LOG = System.getLogger(MessagePipeline.class.getName());

  private final Store store;
  private final HouseholdDirectory directory;
  private final ChatAdapters adapters;
  private final Understanding understanding;
  private final Aliases aliases;
  private final ActWork acts;
  private final ChatEvents events;
  private final ChatLocks locks;
  private final InstantSource clock;
  private final Consumer<String> reached;

  /**
   * Creates a pipeline.
   *
   * @param reached called after each step, for tests
   */
  public MessagePipeline(
      Store store,
      HouseholdDirectory directory,
      ChatAdapters adapters,
      Understanding understanding,
      Aliases aliases,
      ActWork acts,
      ChatEvents events,
      ChatLocks locks,
      InstantSource clock,
      Consumer<String> reached) {
    this.store = store;
    this.directory = directory;
    this.adapters = adapters;
    this.understanding = understanding;
    this.aliases = aliases;
    this.acts = acts;
    this.events = events;
    this.locks = locks;
    this.clock = clock;
    this.reached = reached;
  }

  /** Does all that a message asks for. */
  public void handle(ReceivedMessage message) {
    var adapter = adapters.of(message.source());
    if (adapter.isEmpty()) {
      throw new IllegalStateException("no adapter serves this chat");
    }
    var link = directory.link(message.chatId());
    if (link.flatMap(ChatLink::movedTo).isPresent()) {
      return;
    }
    var sender = new Person(adapter.get().identitySource(), message.sender());
    var from =
        link.isPresent()
            ? join(message, link.get().household(), sender)
            : found(message, sender, adapter.get());
    if (from.isPresent()) {
      locks.with(message.chatId(), () -> handle(message, from.get(), adapter.get()));
    }
  }

  /** Notes that somebody reacted to a message. */
  public void reacted(ChatId chatId, MessageNumber messageId, Instant at) {
    directory.ofChat(chatId).ifPresent(home -> acts.reacted(chatId, messageId, at, home.zone()));
  }

  /**
   * In other chats every sender becomes a member, until the household is full; on the page the
   * sender must be one already.
   */
  private Optional<HouseholdDirectory.Membership> join(
      ReceivedMessage message, HouseholdId household, Person sender) {
    var home = directory.find(household).orElseThrow();
    if (message.source().equals(PageAdapter.SOURCE)) {
      return directory
          .member(home, new Person(Source.ACCOUNT, message.sender()))
          .map(member -> new HouseholdDirectory.Membership(home, member));
    }
    var known = directory.member(home, sender);
    if (known.isEmpty() && home.members().size() >= HouseholdDirectory.MEMBERS_MAX) {
      return Optional.empty();
    }
    return Optional.of(
        known
            .map(member -> new HouseholdDirectory.Membership(home, member))
            .orElseGet(() -> directory.join(household, sender, message.senderName())));
  }

  /**
   * A chat's first message makes it a household. It has the language and the zone of a household
   * that the sender is in already.
   */
  private Optional<HouseholdDirectory.Membership> found(
      ReceivedMessage message, Person sender, ChatAdapter adapter) {
    if (message.source().equals(PageAdapter.SOURCE)) {
      return Optional.empty();
    }
    var other = directory.of(sender).stream().findFirst();
    var wanted =
        new NewHousehold(
            NewHousehold.nameOf(adapter.title(message.chatId()).orElse("")),
            other.map(each -> each.home().record().zone()).orElse(HouseholdDirectory.DEFAULT_ZONE),
            other.map(each -> each.home().language()).orElse(HouseholdLanguage.sv),
            message.source(),
            Optional.of(message.chatId()));
    return Optional.of(directory.create(wanted, sender, message.senderName()));
  }

  private void handle(
      ReceivedMessage message, HouseholdDirectory.Membership from, ChatAdapter adapter) {
    var stored = store(message, from);
    reached.accept("stored");
    boolean outdated =
        (message.editedAt().isEmpty() && stored.editedAt().isPresent())
            || (message.editedAt().isPresent() && !stored.editedAt().equals(message.editedAt()));
    if (outdated) {
      return;
    }
    var found = decision(stored.chatId(), message.decided(), stored.messageId());
    if (found.filter(decision -> decision.stage() == Stage.done).isPresent()) {
      return;
    }
    var scene = scene(message, stored, from, adapter);
    var learning = found.filter(decision -> decision.stage() == Stage.learning);
    var steps = Steps.after(learning.map(Decision::steps).orElse(List.of()));
    var understood =
        found
            .filter(decision -> decision.stage() != Stage.received)
            .orElseGet(() -> classify(scene, steps, found.isPresent()));
    reached.accept("classified");
    var end = run(scene, understood, steps);
    store.run(Decisions.SAVE, end.with(steps.with(end.steps())));
    reached.accept("decided");
    events.changed(message.chatId(), ChatEvents.Kind.decision);
    if (end.stage() != Stage.done) {
      throw new IllegalStateException("a step of a message failed; it is handled again");
    }
  }

  private Optional<Decision> decision(ChatId chatId, Instant decided, MessageNumber messageId) {
    return store.run(Decisions.FIND, new Decisions.OfDecision(chatId, decided, messageId));
  }

  /** A failure before a reply has begun is tried again, one after it is not: nobody hears twice. */
  private Decision run(MessageScene scene, Decision understood, Steps steps) {
    try {
      return acts.run(scene, understood, steps, reached);
    } catch (RuntimeException e) {
      steps.failed(Steps.REPLY, e);
      var stored = decision(scene.chatId(), scene.decided(), scene.message().messageId());
      return stored
          .filter(decision -> decision.stage() == Stage.replying)
          .map(Speaking::done)
          .orElseGet(() -> Speaking.failed(stored.orElse(understood)));
    }
  }

  private MessageScene scene(
      ReceivedMessage message,
      Message stored,
      HouseholdDirectory.Membership from,
      ChatAdapter adapter) {
    boolean addressed =
        message.addressed()
            || stored.text().toLowerCase(Locale.ROOT).contains("homeops")
            || message
                .replyTo()
                .flatMap(replied ->
                    store.run(Messages.FIND, new Messages.OfMessage(message.chatId(), replied)))
                .filter(replied -> replied.userId().equals(AssistantMessages.SENDER))
                .isPresent();
    return new MessageScene(
        stored,
        message.decided(),
        message.editedAt().isPresent(),
        addressed,
        from.home(),
        from.member(),
        adapter,
        clock.instant().truncatedTo(ChronoUnit.SECONDS));
  }

  private Message store(ReceivedMessage message, HouseholdDirectory.Membership from) {
    var key = new Messages.OfMessage(message.chatId(), message.messageId());
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var wanted =
        new Message(
            message.chatId(),
            message.messageId(),
            from.member(),
            from.home().name(from.member()).orElse(message.senderName()),
            message.text(),
            message.at(),
            message.replyTo(),
            message.editedAt(),
            message.raw(),
            now,
            message.at().plus(AssistantMessages.KEPT));
    if (store.run(Messages.SAVE, wanted).isDone()) {
      events.changed(message.chatId(), ChatEvents.Kind.message);
      return wanted;
    }
    if (message.editedAt().isPresent()) {
      var edit =
          new Messages.Edit(
              message.chatId(), message.messageId(), message.text(), message.editedAt().get());
      var edited = store.run(Messages.EDIT, edit).done();
      if (edited.isPresent()) {
        events.changed(message.chatId(), ChatEvents.Kind.message);
        return edited.get();
      }
    }
    return store.run(Messages.FIND, key).orElse(wanted);
  }

  /**
   * Understands a message, and stores how it was understood if anything may follow from it.
   *
   * @param again whether it could not be understood before
   */
  private Decision classify(MessageScene scene, Steps steps, boolean again) {
    var understood = understood(scene, steps);
    if (understood.isEmpty()) {
      return decision(scene, Stage.received, Understood.NOTHING);
    }
    var decision = decision(scene, Stage.understood, understood.get());
    if (again) {
      store.run(Decisions.SAVE, decision);
      return decision;
    }
    if (decision.acts().isEmpty() && !scene.isDirect()) {
      return decision;
    }
    if (store.run(Decisions.ADD, decision).isDone()) {
      return decision;
    }
    LOG.log(System.Logger.Level.DEBUG, "a message was understood twice at once");
    return decision(decision.chatId(), decision.decided(), decision.messageId()).orElse(decision);
  }

  private Optional<Understood> understood(MessageScene scene, Steps steps) {
    try {
      return Optional.of(understanding.understand(utterance(scene.home(), scene.message(), scene)));
    } catch (RuntimeException e) {
      steps.failed(Steps.UNDERSTOOD, e);
      return Optional.empty();
    }
  }

  private static Decision decision(MessageScene scene, Stage stage, Understood understood) {
    var acts =
        understood.acts().stream()
            .map(act ->
                new DecidedAct(
                    act.type(),
                    act.activity(),
                    act.effort(),
                    act.confidence(),
                    act.who(),
                    act.when().truncatedTo(ChronoUnit.SECONDS)))
            .toList();
    return new Decision(
        scene.chatId(),
        scene.decided(),
        scene.message().messageId(),
        scene.member(),
        stage,
        acts,
        understood.gate().code(),
        Action.silent,
        "none",
        Optional.empty(),
        List.of(),
        List.of(),
        scene.decided().plus(AssistantMessages.KEPT));
  }

  private Utterance utterance(Home home, Message message, MessageScene scene) {
    return new Utterance(
        message.text(),
        scene.member(),
        home.members(),
        aliases.reliable(message.chatId()),
        home.zone(),
        message.timestamp());
  }
}
