package dev.trestle.stak.inbox;

import dev.trestle.stak.inbox.BroadcastCache.BroadcastList;
import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.Inboxes.ReceiptRange;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserInboxKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The broadcasts of an inbox with one user's receipts. */
record UserBroadcasts(BroadcastList list, Map<MessageId, Receipt> receipts) {
  static UserBroadcasts read(UserInboxes inboxes, UserInboxKey key) {
    var list = inboxes.broadcasts().of(key.shared());
    if (list.messages().isEmpty()) return new UserBroadcasts(list, Map.of());
    var range =
        new ReceiptRange(
            key.tenant(),
            key.user(),
            key.inbox(),
            list.messages().getLast().id(),
            list.messages().getFirst().id());
    // A receipt belongs to one of the broadcasts, so there are no more than these.
    try (var receipts = inboxes.store().stream(Inboxes.RECEIPTS, range, list.messages().size())) {
      return new UserBroadcasts(
          list, receipts.collect(Collectors.toMap(Receipt::id, Function.identity())));
    }
  }

  /** Newest first. */
  List<Broadcast> messages() {
    return list.messages();
  }

  Optional<InboxMessage> view(InboxState state, Broadcast broadcast) {
    return state.view(broadcast, Optional.ofNullable(receipts.get(broadcast.id())));
  }

  /** Those that the user sees. */
  Stream<InboxMessage> views(InboxState state) {
    return messages().stream().flatMap(broadcast -> view(state, broadcast).stream());
  }
}
