package dev.trestle.messenger.web;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.delivery.Watermarks;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.HashMap;
import java.util.Optional;

/** {@code /delivery-state}: how far users have received and read their chats. */
public final class DeliveryApi {
  record MoveRequest(Optional<Long> lastAckedSequence, Optional<Long> lastReadSequence) {}

  record StateView(
      String chatId, long lastAckedSequence, long lastReadSequence, Instant updatedAt) {
    static StateView of(DeliveryState state) {
      return new StateView(
          state.chatId().value(),
          Math.max(state.lastAckedSequence(), state.lastReadSequence()),
          state.lastReadSequence(),
          state.updatedAt());
    }
  }

  record StatusView(String userId, long lastAckedSequence, long lastReadSequence) {
    static StatusView of(DeliveryState state) {
      return new StatusView(
          state.userId().value(),
          Math.max(state.lastAckedSequence(), state.lastReadSequence()),
          state.lastReadSequence());
    }
  }

  private final Store store;
  private final ChatAccess access;
  private final Watermarks watermarks;
  private final MessengerLimits limits;

  public DeliveryApi(
      Store store, ChatAccess access, Watermarks watermarks, MessengerLimits limits) {
    this.store = store;
    this.access = access;
    this.watermarks = watermarks;
    this.limits = limits;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/delivery-state", guards.signedIn(limits.requests(this::mine)))
        .get("/delivery-state/{chat}", guards.signedIn(limits.requests(this::one)))
        .patch("/delivery-state/{chat}", guards.once(limits.requests(this::move)))
        .get("/chats/{chat}/delivery-status", guards.signedIn(limits.requests(this::status)));
  }

  private Reply mine(Call call) {
    var user = Guards.user(call);
    var page = store.run(DeliveryStates.OF_USER, new DeliveryStates.OfUser(user), call.cursor());
    var views = page.items().stream().map(StateView::of).toList();
    return Reply.ok(ListBody.page(views, page.next().map(Cursor::text)));
  }

  private Reply one(Call call) {
    var member = access.member(Guards.chat(call), Guards.user(call));
    var state =
        watermarks
            .find(member)
            .orElseGet(() ->
                new DeliveryState(member.userId(), member.chatId(), 0, 0, 0, member.joinedAt()));
    return Reply.ok(new DataBody<>(StateView.of(state)));
  }

  private Reply move(Call call) {
    var body = call.json(MoveRequest.class);
    if (body.lastAckedSequence().isEmpty() && body.lastReadSequence().isEmpty()) {
      throw new Refusal.InvalidField(
          "last_acked_sequence", "Send last_acked_sequence or last_read_sequence.");
    }
    var member = access.member(Guards.chat(call), Guards.user(call));
    var state = watermarks.move(member, body.lastAckedSequence(), body.lastReadSequence());
    return Reply.ok(new DataBody<>(StateView.of(state)));
  }

  /** One page of members, with one batch get for their delivery states. */
  private Reply status(Call call) {
    var chat = Guards.chat(call);
    access.member(chat, Guards.user(call));
    var page = store.run(Memberships.OF_CHAT, new Memberships.OfChat(chat), call.cursor());
    var keys =
        page.items().stream().map(member -> new DeliveryStates.Of(member.userId(), chat)).toList();
    var states = new HashMap<UserId, DeliveryState>();
    if (!keys.isEmpty()) {
      store
          .run(DeliveryStates.OF_MEMBERS, keys)
          .forEach(state -> states.put(state.userId(), state));
    }
    var views =
        page.items().stream()
            .map(member -> {
              var none = new DeliveryState(member.userId(), chat, 0, 0, 0, Instant.EPOCH);
              return StatusView.of(states.getOrDefault(member.userId(), none));
            })
            .toList();
    return Reply.ok(ListBody.page(views, page.next().map(Cursor::text)));
  }
}
