package dev.trestle.ecobid.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.item.Listings;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Profiles;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationId;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.ecobid.reservation.OwnReservations;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code /items/{id}/reserve}, {@code /reservations} and {@code /me/reservations}. */
public final class ReservationsApi {
  private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final int STARS_MAX = 5;

  record ReserveBody(Optional<String> nonce) {}

  record ConfirmBody(Instant pickupAt) {}

  record RatingBody(int stars) {}

  record OneReservation(Views.ReservationView reservation) {}

  record ManyReservations(List<Views.ReservationView> reservations) {}

  @FunctionalInterface
  private interface Action {
    Reservation act(UserId user, ItemId item, ReservationId reservation);
  }

  private final Store store;
  private final Handovers handovers;
  private final Listings listings;
  private final OwnReservations own;
  private final Ids ids;

  public ReservationsApi(
      Store store, Handovers handovers, Listings listings, OwnReservations own, Ids ids) {
    this.store = store;
    this.handovers = handovers;
    this.listings = listings;
    this.own = own;
    this.ids = ids;
  }

  public void addTo(Router router, Guards guards) {
    router
        .post("/items/{item}/reserve", guards.writes(this::reserve))
        .get("/me/reservations", guards.reads(this::mine))
        .post("/reservations/{reservation}/accept", guards.writes(on(handovers::accept)))
        .post("/reservations/{reservation}/confirm", guards.writes(this::confirm))
        .post("/reservations/{reservation}/decline", guards.writes(on(handovers::decline)))
        .post("/reservations/{reservation}/cancel", guards.writes(on(handovers::cancel)))
        .post("/reservations/{reservation}/pickup", guards.writes(on(handovers::pickUp)))
        .post("/reservations/{reservation}/complete", guards.writes(on(handovers::complete)))
        .post("/reservations/{reservation}/no-show", guards.writes(on(handovers::noShow)))
        .post("/reservations/{reservation}/rating", guards.writes(this::rate));
  }

  private Reply reserve(Call call) {
    var nonce =
        call.request().bodyLength() == 0
            ? Optional.<String>empty()
            : call.json(ReserveBody.class).nonce();
    if (nonce.filter(text -> !NONCE.matcher(text).matches()).isPresent()) {
      throw ApiError.invalid("nonce", "1 to 64 letters, digits, hyphens or underscores.");
    }
    var reservation =
        handovers.reserve(
            Accounts.user(call),
            CallInputs.item(call.pathParameter("item")),
            nonce.orElseGet(() -> ids.next()));
    return Reply.created(new OneReservation(view(reservation)));
  }

  private Endpoint on(Action action) {
    return call -> {
      var ref = CallInputs.reservation(call.pathParameter("reservation"));
      var after = action.act(Accounts.user(call), ref.item(), ref.reservation());
      return Reply.ok(new OneReservation(view(after)));
    };
  }

  private Reply confirm(Call call) {
    var ref = CallInputs.reservation(call.pathParameter("reservation"));
    var pickup = call.json(ConfirmBody.class).pickupAt();
    var after = handovers.confirm(Accounts.user(call), ref.item(), ref.reservation(), pickup);
    return Reply.ok(new OneReservation(view(after)));
  }

  private Views.ReservationView view(Reservation reservation) {
    var handover = handovers.lookAtAll(listings.find(reservation.item()));
    var known = handover.find(reservation.reservation()).orElse(reservation);
    return Views.ReservationView.of(known, handover);
  }

  private Reply mine(Call call) {
    return Reply.ok(
        new ManyReservations(
            own.of(Accounts.user(call)).stream()
                .map(open -> Views.ReservationView.of(open.reservation(), open.handover()))
                .toList()));
  }

  /** Each side may rate the other once, after the handover. */
  private Reply rate(Call call) {
    var ref = CallInputs.reservation(call.pathParameter("reservation"));
    int stars = call.json(RatingBody.class).stars();
    if (stars < 1 || stars > STARS_MAX) throw ApiError.invalid("stars", "1 to 5 is expected.");
    var user = Accounts.user(call);
    // An item that was picked up a week ago is completed, whether or not that is recorded.
    handovers.settle(ref.item());
    var key = new Reservations.OfReservation(ref.item(), ref.reservation());
    var reservation =
        store
            .run(Reservations.FIND, key)
            .filter(each -> each.user().equals(user) || each.giver().equals(user))
            .orElseThrow(() -> new Refusal.NotFound("reservation"));
    boolean isGiver = reservation.giver().equals(user);
    var rating =
        new Reservations.Rating(
            isGiver
                ? Optional.of(new Reservations.ByGiver(ref.item(), ref.reservation(), stars))
                : Optional.empty(),
            isGiver
                ? Optional.empty()
                : Optional.of(new Reservations.ByReceiver(ref.item(), ref.reservation(), stars)),
            new Profiles.Rating(isGiver ? reservation.user() : reservation.giver(), stars));
    if (store.run(Reservations.RATE, rating) instanceof TransactionOutcome.Refused refused) {
      if (!refused.isConditionFailed()) throw new Refusal.Busy();
      boolean isOver =
          reservation.state() == ReservationState.COMPLETED
              || reservation.state() == ReservationState.NO_SHOW;
      throw ApiError.conflict(isOver ? "You have rated already." : "You can rate when it is over.");
    }
    return Reply.ok(new OneReservation(view(reservation)));
  }
}
