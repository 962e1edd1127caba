package dev.trestle.ecobid.reservation;

import com.github.f4b6a3.ulid.Ulid;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ReservationId;
import dev.trestle.platform.crypto.Hmac;
import java.nio.ByteBuffer;

/**
 * Values derived from an item's secret: the seeds of its draws, and reservation ids. A user gets
 * the same id for every request in a round, so nobody can enter a draw twice; and ids can be
 * published with a draw without revealing users.
 */
final class DrawSecrets {
  private DrawSecrets() {}

  static ReservationId reservation(Item item, UserId user) {
    return reservation(item, user, item.turns().round());
  }

  static ReservationId reservation(Item item, UserId user, long round) {
    var code = ByteBuffer.wrap(new Hmac(item.secret()).of("entry", user.value() + " " + round));
    return new ReservationId("res_" + new Ulid(code.getLong(), code.getLong()));
  }

  static byte[] seed(Item item, long round) {
    return new Hmac(item.secret()).of("draw", Long.toString(round));
  }
}
