package dev.trestle.app.server;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.Profile;
import dev.trestle.accounts.UserId;
import dev.trestle.homeops.HomeOps;
import dev.trestle.homeops.chat.AssistantMessages;
import dev.trestle.homeops.chat.ChatAdapter;
import dev.trestle.homeops.chat.OutgoingMessage;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * HomeOps in Messenger's chats. The assistant has an account; a chat that it is a member of is a
 * household. It reads what is written after it joined, marks what it notes with a reaction, and
 * replies as itself.
 */
final class MessengerChats implements ChatAdapter, ChangeConsumer, AutoCloseable {
  static final String SOURCE = "messenger";

  /** By which people find the assistant. Sweden reserves it for films and books. */
  static final String PHONE_NUMBER = "+46701740699";

  static final String MARK = "✓";

  private static final System.Logger LOG = System.getLogger(MessengerChats.class.getName());
  private static final String GROUP = "homeops-messenger";
  private static final int NAME_MAX = HouseholdDirectory.NAME_LENGTH_MAX;

  private final Accounts accounts;
  private final Messenger messenger;
  private final HomeOps homeops;
  private final Store store;
  private final UserId assistant;
  private final AssistantAccess access;

  private Optional<ChangeFeed.Subscription> subscription = Optional.empty();

  private MessengerChats(Accounts accounts, Messenger messenger, HomeOps homeops) {
    this.accounts = accounts;
    this.messenger = messenger;
    this.homeops = homeops;
    this.store = messenger.stores().getFirst();
    this.assistant = accounts.addUser(PHONE_NUMBER, AssistantMessages.NAME);
    var members = new ChatAccess(store);
    this.access = new AssistantAccess(chat -> members.find(chat, assistant));
  }

  /** Connects the two systems, until it is closed. */
  static MessengerChats connect(
      Accounts accounts, Messenger messenger, HomeOps homeops, ChangeFeed feed) {
    var chats = new MessengerChats(accounts, messenger, homeops);
    homeops.add(chats);
    chats.subscription =
        Optional.of(feed.follow(GROUP, Messages.TABLE, ChangeFeed.Start.NOW, chats));
    return chats;
  }

  @Override
  public String source() {
    return SOURCE;
  }

  @Override
  public String identitySource() {
    return HouseholdDirectory.ACCOUNT;
  }

  @Override
  public void changed(List<Change> changes) {
    for (var change : changes) {
      if (change.kind() == Change.Kind.INSERT) {
        change.after(Messages.MESSAGE).ifPresent(this::received);
      }
    }
  }

  /** Messages that were lost stay unread: noting nothing is better than noting late. */
  @Override
  public void gap(String shard) {
    LOG.log(Level.WARNING, "some messages of Messenger were not read");
    access.forget();
  }

  private void received(Message entry) {
    access.see(entry);
    switch (entry.kind()) {
      case text -> {
        // A photo without a caption says nothing.
        if (!entry.content().isEmpty()) read(entry, Optional.empty());
      }
      case edit, delete ->
          entry
              .targetSequence()
              .filter(_ -> access.mayRead(entry))
              .flatMap(target -> store.run(Messages.ONE, new Messages.At(entry.chatId(), target)))
              .ifPresent(target -> read(target, Optional.of(entry.createdAt())));
      case reaction, created, joined, left, role, renamed -> {}
    }
  }

  /** A deleted message has no text any more, so that everything it reported is taken back. */
  private void read(Message message, Optional<Instant> edited) {
    if (message.senderId().equals(assistant) || !access.mayRead(message)) {
      return;
    }
    var text = message.content();
    var limit = Math.min(text.length(), ReceivedMessage.TEXT_LENGTH_MAX);
    homeops
        .messages()
        .add(
            new ReceivedMessage(
                SOURCE,
                message.chatId().value(),
                message.sequence(),
                message.senderId().value(),
                name(message.senderId()),
                text.substring(0, limit),
                message.createdAt(),
                message.replyTo(),
                edited,
                false,
                ""));
  }

  private String name(UserId user) {
    return accounts
        .profiles()
        .find(user)
        .map(Profile::displayName)
        .map(name -> name.length() > NAME_MAX ? name.substring(0, NAME_MAX) : name)
        .filter(name -> !name.isBlank())
        .orElse("?");
  }

  @Override
  public boolean canReact() {
    return true;
  }

  @Override
  public void react(String chatId, long messageId) {
    set(chatId, messageId, MARK);
  }

  /** Where the assistant is no longer a member, the mark stays. */
  @Override
  public void unreact(String chatId, long messageId) {
    try {
      set(chatId, messageId, "");
    } catch (Refusal e) {
      LOG.log(Level.DEBUG, "a reaction could not be removed: " + e.getClass().getName());
    }
  }

  private void set(String chatId, long messageId, String reaction) {
    send(
        chatId,
        new Draft(
            UUID.randomUUID().toString(),
            Kind.reaction,
            reaction,
            "text/plain",
            Optional.of(messageId),
            Optional.empty(),
            Optional.empty(),
            List.of()));
  }

  @Override
  public Optional<Long> send(OutgoingMessage message) {
    var draft =
        new Draft(
            UUID.randomUUID().toString(),
            Kind.text,
            message.text(),
            "text/plain",
            Optional.empty(),
            message.replyTo(),
            Optional.empty(),
            List.of());
    long number = send(message.chatId(), draft);
    homeops.sentMessages().save(message.chatId(), number, message.text(), message.replyTo());
    return Optional.of(number);
  }

  private long send(String chatId, Draft draft) {
    return messenger.logs().send(new ChatId(chatId), assistant, draft).sequence();
  }

  @Override
  public void close() {
    subscription.ifPresent(ChangeFeed.Subscription::close);
  }
}
