package dev.trestle.ecobid.reservation;

import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationId;
import dev.trestle.ecobid.model.Sharing;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The published record of a draw, with which anyone can verify it; see {@link Draw}.
 *
 * @param seed in hexadecimal, once the draw has taken place
 * @param winner the winning entry
 */
public record Draws(
    long round,
    String commitment,
    Optional<Instant> closesAt,
    List<Entry> entries,
    Optional<String> seed,
    Optional<ReservationId> winner) {
  /**
   * An anonymous entrant.
   *
   * @param isWithdrawn whether they left before the draw and took no part in it
   */
  public record Entry(ReservationId id, String nonce, Instant at, boolean isWithdrawn) {}

  /** Returns the draw of a round, given the item with all its reservations. */
  public static Draws of(Handover handover, long round, Instant now) {
    var item = handover.item();
    var entered =
        handover.all().stream()
            .filter(each -> each.round() == round && each.isDrawn())
            .sorted(Comparator.comparingLong(Reservation::number))
            .toList();
    var entries =
        entered.stream()
            .map(each ->
                new Entry(
                    each.reservation(), each.nonce(), each.asked(), each.withdrawn().isPresent()))
            .toList();
    boolean isOver = round < item.turns().round() || isClosed(item, now);
    var seed = DrawSecrets.seed(item, round);
    var taking =
        entries.stream()
            .filter(entry -> !entry.isWithdrawn())
            .map(entry -> new Draw.Entry(entry.id().value(), entry.nonce()))
            .toList();
    var winner =
        isOver && !taking.isEmpty()
            ? Optional.of(
                new ReservationId(taking.get(Draw.winner(seed, item.item().value(), taking)).id()))
            : Optional.<ReservationId>empty();
    return new Draws(
        round,
        Draw.commitment(seed, item.item().value()),
        round == item.turns().round() ? item.turns().closes() : Optional.empty(),
        entries,
        winner.map(_ -> HexFormat.of().formatHex(seed)),
        winner);
  }

  private static boolean isClosed(Item item, Instant now) {
    return item.sharing() == Sharing.DRAW
        && item.turns().closes().filter(closes -> !now.isBefore(closes)).isPresent();
  }
}
