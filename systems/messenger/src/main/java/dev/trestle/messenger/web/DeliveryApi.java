package dev.trestle.messenger.web;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.delivery.Watermarks;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.UserId;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.HashMap;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** How far people have come in their chats. */
final class DeliveryApi {
  record Moving(Optional<Long> lastAckedSequence, Optional<Long> lastReadSequence) {}

  private final Store store;
  private final Access access;
  private final Watermarks watermarks;

  DeliveryApi(Store store, Access access, Watermarks watermarks) {
    this.store = store;
    this.access = access;
    this.watermarks = watermarks;
  }

  void addTo(Router router, Door door, UnaryOperator<Endpoint> once) {
    router
        .get("/delivery-state", door.signedIn(this::mine))
        .get("/delivery-state/{chat}", door.signedIn(this::one))
        .patch("/delivery-state/{chat}", door.signedIn(once.apply(this::move)))
        .get("/chats/{chat}/delivery-status", door.signedIn(this::status));
  }

  private Reply mine(Call call) {
    var user = Door.user(call);
    var page = store.run(DeliveryStates.M18, new DeliveryStates.OfUser(user), call.cursor());
    var views = page.items().stream().map(Views.StateView::of).toList();
    return Reply.ok(new Views.Many<>(views, Views.Pagination.of(page.next().map(Cursor::text))));
  }

  private Reply one(Call call) {
    var member = access.member(Texts.chat(call.place("chat")), Door.user(call));
    var key = new DeliveryStates.Of(member.userId(), member.chatId());
    var state =
        store
            .run(DeliveryStates.M14, key)
            .orElseGet(() ->
                new DeliveryState(member.userId(), member.chatId(), 0, 0, 0, member.joinedAt()));
    return Reply.ok(new Views.One<>(Views.StateView.of(state)));
  }

  private Reply move(Call call) {
    var body = call.json(Moving.class);
    if (body.lastAckedSequence().isEmpty() && body.lastReadSequence().isEmpty()) {
      throw Refused.invalid("last_acked_sequence", "A mark to move is expected.");
    }
    var member = access.member(Texts.chat(call.place("chat")), Door.user(call));
    var state = watermarks.move(member, body.lastAckedSequence(), body.lastReadSequence());
    return Reply.ok(new Views.One<>(Views.StateView.of(state)));
  }

  /** One page of members, and one batch of gets for how far they are. */
  private Reply status(Call call) {
    var chat = Texts.chat(call.place("chat"));
    access.member(chat, Door.user(call));
    var page = store.run(Memberships.M4, new Memberships.OfChat(chat), call.cursor());
    var keys =
        page.items().stream().map(member -> new DeliveryStates.Of(member.userId(), chat)).toList();
    var states = new HashMap<UserId, DeliveryState>();
    if (!keys.isEmpty()) {
      store.run(DeliveryStates.STATUS, keys).forEach(state -> states.put(state.userId(), state));
    }
    var views =
        page.items().stream()
            .map(member -> {
              var state =
                  states.getOrDefault(
                      member.userId(),
                      new DeliveryState(member.userId(), chat, 0, 0, 0, Instant.EPOCH));
              return new Views.StatusView(
                  member.userId().value(),
                  Math.max(state.lastAckedSequence(), state.lastReadSequence()),
                  state.lastReadSequence());
            })
            .toList();
    return Reply.ok(new Views.Many<>(views, Views.Pagination.of(page.next().map(Cursor::text))));
  }
}
