package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.MessageId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Merges a user's own messages and the broadcasts into one list, newest first. */
final class InboxLister {
  /** The most messages that are examined for one page. */
  static final int EXAMINED_MAX = 500;

  private final InboxState state;
  private final UserBroadcasts broadcasts;
  private final Iterator<Message> ownRest;
  private final Iterator<Broadcast> broadcastRest;
  private @Nullable Message own;
  private @Nullable Broadcast broadcast;

  /**
   * Merges.
   *
   * @param messages the user's own, newest first
   * @param below only broadcasts with ids below this one
   */
  InboxLister(
      InboxState state, Iterator<Message> messages, UserBroadcasts broadcasts, MessageId below) {
    this.state = state;
    this.broadcasts = broadcasts;
    this.ownRest = messages;
    this.broadcastRest =
        broadcasts.messages().stream()
            .filter(message -> message.id().compareTo(below) < 0)
            .iterator();
    nextOwn();
    nextBroadcast();
  }

  private void nextOwn() {
    own = ownRest.hasNext() ? ownRest.next() : null;
  }

  private void nextBroadcast() {
    broadcast = broadcastRest.hasNext() ? broadcastRest.next() : null;
  }

  private boolean hasMore() {
    return own != null || broadcast != null;
  }

  InboxPage page(MessageFilter filter, MessageId below, int limit) {
    var messages = new ArrayList<InboxMessage>();
    var last = below;
    for (int i = 0; i < EXAMINED_MAX && messages.size() < limit && hasMore(); i++) {
      Optional<InboxMessage> view;
      if (own != null && (broadcast == null || own.id().compareTo(broadcast.id()) > 0)) {
        last = own.id();
        view = state.view(own);
        nextOwn();
      } else if (broadcast != null) {
        last = broadcast.id();
        view = broadcasts.view(state, broadcast);
        nextBroadcast();
      } else {
        break;
      }
      view.filter(filter::accepts).ifPresent(messages::add);
    }
    return new InboxPage(messages, hasMore() ? Optional.of(last) : Optional.empty());
  }
}
