package dev.trestle.messenger.event;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.event.ChatEvent.ChatCreated;
import dev.trestle.messenger.event.ChatEvent.ChatRenamed;
import dev.trestle.messenger.event.ChatEvent.FirstMember;
import dev.trestle.messenger.event.ChatEvent.MemberJoined;
import dev.trestle.messenger.event.ChatEvent.MemberLeft;
import dev.trestle.messenger.event.ChatEvent.MessageDeleted;
import dev.trestle.messenger.event.ChatEvent.MessageEdited;
import dev.trestle.messenger.event.ChatEvent.MessageSent;
import dev.trestle.messenger.event.ChatEvent.ReactionChanged;
import dev.trestle.messenger.event.ChatEvent.RoleChanged;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.model.Table;
import dev.trestle.platform.event.EventSource;
import dev.trestle.platform.feed.Change;
import dev.trestle.store.Store;
import java.util.List;
import java.util.Optional;

/** The events of chats: one for each entry of their logs. */
public final class EntryEvents implements EventSource {
  public static final String TOPIC = "messenger";

  /** Larger than any group. */
  private static final int MEMBERS_MAX = 2000;

  private final Store store;

  public EntryEvents(Store store) {
    this.store = store;
  }

  @Override
  public String topic() {
    return TOPIC;
  }

  @Override
  public Table table() {
    return Messages.TABLE;
  }

  /** Changed entries are no events: an edit is an entry of its own. */
  @Override
  public Optional<NewEvent> of(Change change) {
    if (change.kind() != Change.Kind.INSERT) return Optional.empty();
    return change
        .after(Messages.MESSAGE)
        .map(entry -> new NewEvent(entry.chatId().value(), event(entry)));
  }

  private Record event(Message entry) {
    long number = entry.sequence();
    var user = entry.senderId().value();
    return switch (entry.kind()) {
      case text ->
          new MessageSent(
              number,
              user,
              entry.messageId().value(),
              entry.replyTo(),
              entry.mentions().orElse(List.of()).stream().map(UserId::value).toList(),
              entry.file().isPresent());
      case edit -> new MessageEdited(number, user, target(entry));
      case delete -> new MessageDeleted(number, user, target(entry));
      case reaction -> new ReactionChanged(number, user, target(entry));
      case created -> new ChatCreated(number, user, firstMembers(entry.chatId(), number));
      case renamed -> new ChatRenamed(number, user);
      case joined -> new MemberJoined(number, user, member(entry));
      case left -> new MemberLeft(number, user, member(entry));
      case role -> new RoleChanged(number, user, member(entry), entry.content());
    };
  }

  private static long target(Message entry) {
    return entry.targetSequence().orElseThrow();
  }

  private static String member(Message entry) {
    return entry.memberId().orElseThrow().value();
  }

  private List<FirstMember> firstMembers(ChatId chat, long created) {
    try (var members =
        store.stream(Memberships.OF_CHAT, new Memberships.OfChat(chat), MEMBERS_MAX)) {
      return members
          .filter(member -> member.joinedSequence() == created)
          .map(member -> new FirstMember(member.userId().value(), member.role().name()))
          .toList();
    }
  }
}
