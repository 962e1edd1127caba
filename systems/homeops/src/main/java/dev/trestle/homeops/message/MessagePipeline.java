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
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.DecidedAct;
import dev.trestle.homeops.model.Decisions.Decision;
import dev.trestle.homeops.model.Decisions.Stage;
import dev.trestle.homeops.model.Households.ChatLink;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.model.Messages.Message;
import dev.trestle.homeops.understanding.Understanding;
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
 * but never repeated.
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
    var people = adapter.get().identitySource();
    var from =
        link.isPresent() ? join(message, link.get().household(), people) : found(message, people);
    if (from.isPresent()) {
      locks.with(message.chatId(), () -> handle(message, from.get(), adapter.get()));
    }
  }

  /** Notes that somebody reacted to a message. */
  public void reacted(String chatId, long messageId, Instant at) {
    directory.ofChat(chatId).ifPresent(home -> acts.reacted(chatId, messageId, at, home.zone()));
  }

  /**
   * In other chats every sender becomes a member, until the household is full; on the page the
   * sender must be one already.
   *
   * @param people the source of the sender's identity
   */
  private Optional<HouseholdDirectory.Membership> join(
      ReceivedMessage message, String household, String people) {
    var home = directory.find(household).orElseThrow();
    if (message.source().equals(PageAdapter.SOURCE)) {
      return directory
          .member(home, HouseholdDirectory.ACCOUNT, message.sender())
          .map(member -> new HouseholdDirectory.Membership(home, member));
    }
    var known = directory.member(home, people, message.sender());
    if (known.isEmpty() && home.members().size() >= HouseholdDirectory.MEMBERS_MAX) {
      return Optional.empty();
    }
    return Optional.of(
        known
            .map(member -> new HouseholdDirectory.Membership(home, member))
            .orElseGet(
                () -> directory.join(household, people, message.sender(), message.senderName())));
  }

  private Optional<HouseholdDirectory.Membership> found(ReceivedMessage message, String people) {
    if (message.source().equals(PageAdapter.SOURCE)) {
      return Optional.empty();
    }
    var wanted =
        new NewHousehold(
            "Hemma",
            HouseholdDirectory.DEFAULT_ZONE,
            "sv",
            message.source(),
            Optional.of(message.chatId()));
    return Optional.of(directory.create(wanted, people, message.sender(), message.senderName()));
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
    var decision =
        store.run(
            Decisions.FIND,
            new Decisions.OfDecision(message.chatId(), message.decided(), message.messageId()));
    if (decision.filter(found -> found.stage() == Stage.done).isPresent()) {
      return;
    }
    var scene = scene(message, stored, from, adapter);
    var understood = decision.orElseGet(() -> classify(scene));
    reached.accept("classified");
    var end = acts.run(scene, understood, reached);
    store.run(Decisions.SAVE, end);
    reached.accept("decided");
    events.changed(message.chatId(), ChatEvents.Kind.decision);
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
                .filter(replied -> replied.userId() == AssistantMessages.SENDER)
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

  private Decision classify(MessageScene scene) {
    var message = scene.message();
    var understood = understanding.understand(utterance(scene.home(), message, scene));
    var acts =
        understood.acts().stream()
            .map(act ->
                new DecidedAct(
                    act.type().code(),
                    act.activity(),
                    act.effort().name(),
                    act.confidence(),
                    act.who(),
                    act.when().truncatedTo(ChronoUnit.SECONDS)))
            .toList();
    var decision =
        new Decision(
            message.chatId(),
            scene.decided(),
            message.messageId(),
            scene.member(),
            Stage.understood,
            acts,
            understood.gate().code(),
            "silent",
            "none",
            Optional.empty(),
            List.of(),
            scene.decided().plus(AssistantMessages.KEPT));
    if (acts.isEmpty() && !scene.isDirect()) {
      return decision;
    }
    var added = store.run(Decisions.ADD, decision);
    if (!added.isDone()) {
      LOG.log(System.Logger.Level.DEBUG, "a message was understood twice at once");
    }
    return added.isDone()
        ? decision
        : store
            .run(
                Decisions.FIND,
                new Decisions.OfDecision(message.chatId(), scene.decided(), message.messageId()))
            .orElse(decision);
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
