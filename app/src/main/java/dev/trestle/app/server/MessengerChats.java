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
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Source;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * HomeOps in Messenger's chats. The assistant has an account; a chat that it is a member of is a
 * household. It reads what is written after it joined, marks what it notes with a reaction, and
 * replies as itself.
 */
final class MessengerChats implements ChatAdapter, ChangeConsumer, AutoCloseable {
  static final Source SOURCE = new Source("messenger");

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
  private final ChatAccess members;
  private final AssistantAccess access;
  private final ChangeFeed feed;
  private final Ids ids;

  private volatile Optional<ChangeFeed.Subscription> subscription = Optional.empty();

  private MessengerChats(
      Accounts accounts, Messenger messenger, HomeOps homeops, SystemContext context) {
    this.accounts = accounts;
    this.messenger = messenger;
    this.homeops = homeops;
    this.feed = context.feed();
    this.ids = context.ids();
    this.store = messenger.stores().getFirst();
    this.assistant = accounts.addUser(PHONE_NUMBER, AssistantMessages.NAME);
    this.members = new ChatAccess(store);
    this.access = new AssistantAccess(chat -> members.find(chat, assistant));
  }

  /** Connects the two systems, until it is closed. */
  static MessengerChats connect(
      Accounts accounts, Messenger messenger, HomeOps homeops, SystemContext context) {
    var chats = new MessengerChats(accounts, messenger, homeops, context);
    homeops.add(chats);
    return chats;
  }

  @Override
  public List<FollowedTable> feeds() {
    return List.of(new FollowedTable(GROUP, Messages.TABLE));
  }

  @Override
  public void start() {
    subscription = Optional.of(feed.follow(GROUP, Messages.TABLE, ChangeFeed.Start.NOW, this));
  }

  @Override
  public Source source() {
    return SOURCE;
  }

  @Override
  public Source identitySource() {
    return Source.ACCOUNT;
  }

  @Override
  public Optional<String> title(ChatId chatId) {
    return store.run(Chats.BY_ID, new Chats.ById(messengerId(chatId))).flatMap(Chat::name);
  }

  /**
   * The page shows what Messenger does: nothing to whoever has left the group or was never in it,
   * and to others what was written after they joined.
   */
  @Override
  public Optional<MessageNumber> visibleFrom(ChatId chatId, String account) {
    return members
        .find(messengerId(chatId), new UserId(account))
        .map(member -> new MessageNumber(member.joinedSequence()));
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
              .flatMap(target -> messenger.entry(entry.chatId(), target))
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
                new ChatId(message.chatId().value()),
                new MessageNumber(message.sequence()),
                message.senderId().value(),
                name(message.senderId()),
                text.substring(0, limit),
                message.createdAt(),
                message.replyTo().map(MessageNumber::new),
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
  public void react(ChatId chatId, MessageNumber messageId) {
    set(chatId, messageId, MARK);
  }

  /** Where the assistant is no longer a member, the mark stays. */
  @Override
  public void unreact(ChatId chatId, MessageNumber messageId) {
    try {
      set(chatId, messageId, "");
    } catch (Refusal e) {
      LOG.log(Level.DEBUG, "a reaction could not be removed: " + e.getClass().getName());
    }
  }

  private void set(ChatId chatId, MessageNumber messageId, String reaction) {
    send(
        chatId,
        new Draft(
            ids.next(),
            Kind.reaction,
            reaction,
            "text/plain",
            Optional.of(messageId.value()),
            Optional.empty(),
            Optional.empty(),
            List.of()));
  }

  @Override
  public Optional<MessageNumber> send(OutgoingMessage message) {
    var draft =
        new Draft(
            ids.next(),
            Kind.text,
            message.text(),
            "text/plain",
            Optional.empty(),
            message.replyTo().map(MessageNumber::value),
            Optional.empty(),
            List.of());
    var number = new MessageNumber(send(message.chatId(), draft));
    homeops.sentMessages().save(message.chatId(), number, message.text(), message.replyTo());
    return Optional.of(number);
  }

  private long send(ChatId chatId, Draft draft) {
    return messenger.logs().send(messengerId(chatId), assistant, draft).sequence();
  }

  private static dev.trestle.messenger.model.ChatId messengerId(ChatId chatId) {
    return new dev.trestle.messenger.model.ChatId(chatId.value());
  }

  @Override
  public void close() {
    subscription.ifPresent(ChangeFeed.Subscription::close);
  }
}
