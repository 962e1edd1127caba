package dev.trestle.messenger.web;

import dev.trestle.messenger.Ids;
import dev.trestle.messenger.delivery.Hub;
import dev.trestle.messenger.delivery.Watermarks;
import dev.trestle.messenger.identity.Revocations;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.message.History;
import dev.trestle.messenger.message.Log;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.store.Store;

/** What all sockets share. */
record SocketDesk(
    Store store,
    Log log,
    Access access,
    History history,
    Hub hub,
    Watermarks watermarks,
    Revocations revocations,
    SendLimits limits,
    Frames frames,
    Ids ids) {

  SocketSession seat(Caller caller) {
    return new SocketSession(this, caller, "conn_" + ids.ulid());
  }

  /** From where somebody who does not say goes on: what their devices have. */
  long acked(Membership member) {
    var key = new DeliveryStates.Of(member.userId(), member.chatId());
    return store.run(DeliveryStates.M14, key).map(DeliveryState::lastAckedSequence).orElse(0L);
  }
}
