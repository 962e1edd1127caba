package dev.trestle.ecobid.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Market;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Profiles.Profile;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.model.Status;
import java.time.Duration;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From asking to completing, with time moved and no worker running. */
class HandoversTest {
  private final Market market = new Market();
  private final UserId ann = market.person();
  private final UserId bo = market.person();
  private final UserId cay = market.person();

  @AfterEach
  void close() {
    market.close();
  }

  private Reservation reserve(UserId user, Item item) {
    return market.handovers.reserve(user, item.item(), "nonce");
  }

  private Item look(Item item) {
    return market.handovers.look(market.item(item)).item();
  }

  private ReservationState state(Reservation reservation) {
    var item = market.listings.find(reservation.item());
    var all = market.handovers.lookAtAll(item);
    return all.find(reservation.reservation()).map(all::stateOf).orElseThrow();
  }

  private Profile profile(UserId user) {
    return market.profiles.get(user);
  }

  private static void assertRefused(Class<? extends Refusal> refusal, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(refusal);
  }

  @Test
  void whoever_comes_first_has_it_until_it_is_completed() {
    var chair = market.free(ann, Sharing.FIRST);
    var reserved = reserve(bo, chair);
    assertThat(reserved.state()).isEqualTo(ReservationState.RESERVED);
    assertThat(look(chair).status()).isEqualTo(Status.RESERVED);
    assertRefused(Refusal.ItemTaken.class, () -> reserve(cay, chair));
    assertThat(profile(bo).active()).isEqualTo(1);

    var pickup = market.clock.instant().plus(Duration.ofHours(5));
    assertRefused(
        Refusal.NotYours.class,
        () -> market.handovers.confirm(bo, chair.item(), reserved.reservation(), pickup));
    market.handovers.confirm(ann, chair.item(), reserved.reservation(), pickup);
    assertThat(look(chair).status()).isEqualTo(Status.CONFIRMED);
    market.handovers.pickUp(bo, chair.item(), reserved.reservation());
    assertThat(profile(bo).active()).isZero();
    market.handovers.complete(ann, chair.item(), reserved.reservation());
    assertThat(look(chair).status()).isEqualTo(Status.COMPLETED);
    assertThat(state(reserved)).isEqualTo(ReservationState.COMPLETED);
    assertThat(profile(ann).given()).isEqualTo(1);
    assertThat(profile(bo).received()).isEqualTo(1);
  }

  @Test
  void asking_again_changes_nothing() {
    var chair = market.free(ann, Sharing.FIRST);
    assertThat(reserve(bo, chair).reservation()).isEqualTo(reserve(bo, chair).reservation());
    assertThat(profile(bo).active()).isEqualTo(1);
  }

  @Test
  void nobody_reserves_their_own_item() {
    var chair = market.free(ann, Sharing.FIRST);
    assertRefused(Refusal.OwnItem.class, () -> reserve(ann, chair));
  }

  @Test
  void a_stranger_cannot_touch_a_reservation() {
    var chair = market.free(ann, Sharing.FIRST);
    var reserved = reserve(bo, chair);
    assertRefused(
        Refusal.NotFound.class,
        () -> market.handovers.cancel(cay, chair.item(), reserved.reservation()));
  }

  /** No worker runs here. */
  @Test
  void after_24_hours_without_an_answer_the_item_is_free_at_once() {
    var chair = market.free(ann, Sharing.FIRST);
    var reserved = reserve(bo, chair);
    market.clock.advance(Duration.ofHours(24).minusMillis(1));
    assertRefused(Refusal.ItemTaken.class, () -> reserve(cay, chair));

    market.clock.advance(Duration.ofMillis(2));
    assertThat(look(chair).status()).isEqualTo(Status.AVAILABLE);
    assertThat(state(reserved)).isEqualTo(ReservationState.LAPSED);
    var pickup = market.clock.instant().plus(Duration.ofHours(5));
    assertRefused(
        Refusal.TooLate.class,
        () -> market.handovers.confirm(ann, chair.item(), reserved.reservation(), pickup));
    assertThat(reserve(cay, chair).state()).isEqualTo(ReservationState.RESERVED);
    assertRefused(
        Refusal.TooLate.class,
        () -> market.handovers.confirm(ann, chair.item(), reserved.reservation(), pickup));
    assertThat(profile(bo).active()).isZero();
  }

  @Test
  void a_row_that_time_to_live_removed_harms_nothing() {
    var chair = market.free(ann, Sharing.FIRST);
    var reserved = reserve(bo, chair);
    market.clock.advance(Duration.ofDays(3));
    removeAsTheSweeperDoes(reserved);
    assertThat(look(chair).status()).isEqualTo(Status.AVAILABLE);
    assertThat(reserve(cay, chair).state()).isEqualTo(ReservationState.RESERVED);
    assertThat(profile(bo).active()).isZero();
  }

  @Test
  void a_row_that_time_to_live_removes_after_another_has_the_item_harms_nothing() {
    var chair = market.free(ann, Sharing.FIRST);
    var lapsed = reserve(bo, chair);
    market.clock.advance(Duration.ofHours(24).plusMillis(1));
    var reserved = reserve(cay, chair);
    market.clock.advance(Duration.ofHours(1));
    removeAsTheSweeperDoes(lapsed);
    assertThat(look(chair).holding().orElseThrow().user()).isEqualTo(cay);
    assertThat(state(reserved)).isEqualTo(ReservationState.RESERVED);
    market.handovers.confirm(
        ann,
        chair.item(),
        reserved.reservation(),
        market.clock.instant().plus(Duration.ofHours(5)));
    assertThat(profile(bo).active()).isZero();
    assertThat(profile(cay).active()).isEqualTo(1);
  }

  /** Time to live deletes up to days late. */
  private void removeAsTheSweeperDoes(Reservation reservation) {
    market
        .trestle
        .client()
        .deleteItem(request ->
            request
                .tableName("ecobid")
                .key(
                    java.util.Map.of(
                        "PK",
                        software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS(
                            "ITEM#" + reservation.item().value()),
                        "SK",
                        software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS(
                            "RESERVATION#" + reservation.reservation().value()))));
  }

  @Test
  void a_reminder_comes_four_hours_before_and_not_when_it_is_too_late() {
    var chair = market.free(ann, Sharing.FIRST);
    var reserved = reserve(bo, chair);
    var pickup = market.clock.instant().plus(Duration.ofHours(6));
    market.handovers.confirm(ann, chair.item(), reserved.reservation(), pickup);
    market.clock.set(pickup.minus(Duration.ofHours(4)).minusMillis(1));
    market.handovers.settle(chair.item());
    assertThat(market.item(chair).holding().orElseThrow().isReminded()).isFalse();
    market.clock.advance(Duration.ofMillis(1));
    market.handovers.settle(chair.item());
    var reminded = market.item(chair);
    assertThat(reminded.holding().orElseThrow().isReminded()).isTrue();
    market.handovers.settle(chair.item());
    assertThat(market.item(chair).version()).as("once").isEqualTo(reminded.version());
  }

  @Test
  void nobody_is_reminded_by_a_worker_who_comes_within_half_an_hour_of_the_pickup() {
    var chair = market.free(ann, Sharing.FIRST);
    var reserved = reserve(bo, chair);
    var pickup = market.clock.instant().plus(Duration.ofHours(6));
    market.handovers.confirm(ann, chair.item(), reserved.reservation(), pickup);
    market.clock.set(pickup.minus(Duration.ofMinutes(30)).plusMillis(1));
    market.handovers.settle(chair.item());
    var holding = market.item(chair).holding().orElseThrow();
    assertThat(holding.isReminded()).isFalse();
    assertThat(holding.remindAt()).isEmpty();
  }

  @Test
  void nobody_is_reminded_of_what_was_arranged_less_than_four_hours_before() {
    var chair = market.free(ann, Sharing.FIRST);
    var reserved = reserve(bo, chair);
    var pickup = market.clock.instant().plus(Duration.ofHours(4)).minusMillis(1);
    market.handovers.confirm(ann, chair.item(), reserved.reservation(), pickup);
    assertThat(market.item(chair).holding().orElseThrow().remindAt()).isEmpty();
  }

  @Test
  void three_reservations_are_enough_and_entries_do_not_count() {
    for (int i = 0; i < 3; i++) reserve(bo, market.free(ann, Sharing.FIRST));
    assertThat(reserve(bo, market.free(ann, Sharing.DRAW)).state())
        .isEqualTo(ReservationState.ENTERED);
    var fourth = market.free(ann, Sharing.FIRST);
    assertThatThrownBy(() -> reserve(bo, fourth))
        .isInstanceOfSatisfying(
            Refusal.TooManyReservations.class, many -> assertThat(many.max()).isEqualTo(3));
    assertThat(look(fourth).status()).isEqualTo(Status.AVAILABLE);
  }

  @Test
  void reservations_that_have_lapsed_no_longer_count() {
    for (int i = 0; i < 3; i++) reserve(bo, market.free(ann, Sharing.FIRST));
    market.clock.advance(Duration.ofHours(25));
    var fourth = market.free(ann, Sharing.FIRST);
    assertThat(reserve(bo, fourth).state()).isEqualTo(ReservationState.RESERVED);
    assertThat(profile(bo).active()).isEqualTo(1);
  }

  @Test
  void the_next_in_the_queue_has_four_hours_to_accept() {
    var chair = market.free(ann, Sharing.QUEUE);
    var first = reserve(bo, chair);
    var second = reserve(cay, chair);
    var dan = market.person();
    var third = reserve(dan, chair);
    assertThat(first.state()).isEqualTo(ReservationState.RESERVED);
    assertThat(second.state()).isEqualTo(ReservationState.WAITING);

    market.handovers.cancel(bo, chair.item(), first.reservation());
    assertThat(state(second)).isEqualTo(ReservationState.OFFERED);
    assertThat(state(third)).isEqualTo(ReservationState.WAITING);

    market.clock.advance(Duration.ofHours(4));
    assertThat(state(second)).isEqualTo(ReservationState.LAPSED);
    assertThat(state(third)).isEqualTo(ReservationState.OFFERED);
    assertRefused(
        Refusal.TooLate.class,
        () -> market.handovers.accept(cay, chair.item(), second.reservation()));
    market.handovers.accept(dan, chair.item(), third.reservation());
    assertThat(state(third)).isEqualTo(ReservationState.RESERVED);
    assertThat(profile(dan).active()).isEqualTo(1);
    assertThat(profile(cay).active()).isZero();
  }

  /** Turns end at their own times, however late they are settled. */
  @Test
  void turns_go_by_while_nobody_looks() {
    var chair = market.free(ann, Sharing.QUEUE);
    var first = reserve(bo, chair);
    var second = reserve(cay, chair);
    var third = reserve(market.person(), chair);
    market.clock.advance(Duration.ofHours(24 + 4 + 3));
    assertThat(state(first)).isEqualTo(ReservationState.LAPSED);
    assertThat(state(second)).isEqualTo(ReservationState.LAPSED);
    assertThat(state(third)).isEqualTo(ReservationState.OFFERED);
    market.handovers.settle(chair.item());
    assertThat(state(third)).isEqualTo(ReservationState.OFFERED);
    market.clock.advance(Duration.ofHours(1));
    assertThat(look(chair).status()).isEqualTo(Status.AVAILABLE);
  }

  @Test
  void a_blocked_person_is_passed_over() {
    var chair = market.free(ann, Sharing.QUEUE);
    var first = reserve(bo, chair);
    var second = reserve(cay, chair);
    var third = reserve(market.person(), chair);
    market.profiles.block(ann, cay, true);
    market.handovers.decline(ann, chair.item(), first.reservation());
    assertThat(state(second)).isEqualTo(ReservationState.DECLINED);
    assertThat(state(third)).isEqualTo(ReservationState.OFFERED);
    assertRefused(Refusal.NotFound.class, () -> reserve(cay, market.free(ann, Sharing.FIRST)));
    assertRefused(Refusal.NotFound.class, () -> reserve(ann, market.free(cay, Sharing.FIRST)));
  }

  @Test
  void a_draw_takes_entries_until_its_last_millisecond() {
    var chair = market.free(ann, Sharing.DRAW);
    market.clock.advance(Duration.ofHours(6).minusMillis(1));
    var last = reserve(bo, chair);
    assertThat(last.state()).isEqualTo(ReservationState.ENTERED);
    market.clock.advance(Duration.ofMillis(1));
    assertThat(state(last)).isEqualTo(ReservationState.OFFERED);
    assertRefused(Refusal.ItemTaken.class, () -> reserve(cay, chair));
  }

  @Test
  void a_draw_that_nobody_entered_goes_to_whoever_comes_first() {
    var chair = market.free(ann, Sharing.DRAW);
    market.clock.advance(Duration.ofHours(6));
    assertThat(reserve(bo, chair).state()).isEqualTo(ReservationState.RESERVED);
  }

  @Test
  void the_draw_can_be_recomputed_from_what_is_published() {
    var chair = market.free(ann, Sharing.DRAW);
    var all = new java.util.ArrayList<Reservation>();
    for (int i = 0; i < 20; i++) all.add(reserve(market.person(), chair));
    market.handovers.cancel(all.get(3).user(), chair.item(), all.get(3).reservation());
    market.clock.advance(Duration.ofHours(6));
    var look = market.handovers.lookAtAll(market.item(chair));
    var winner = look.item().holding().orElseThrow().reservation();
    market.handovers.settle(chair.item());
    assertThat(market.item(chair).holding().orElseThrow().reservation()).isEqualTo(winner);

    var draw = Draws.of(market.handovers.lookAtAll(market.item(chair)), 1, market.clock.instant());
    var seed = java.util.HexFormat.of().parseHex(draw.seed().orElseThrow());
    assertThat(Draw.commitment(seed, chair.item().value())).isEqualTo(draw.commitment());
    var taking =
        draw.entries().stream()
            .filter(entry -> !entry.isWithdrawn())
            .map(entry -> new Draw.Entry(entry.id().value(), entry.nonce()))
            .toList();
    assertThat(taking).hasSize(19);
    int index = Draw.winner(seed, chair.item().value(), taking);
    assertThat(taking.get(index).id()).isEqualTo(winner.value());
  }

  @Test
  void the_seed_is_not_shown_before_the_draw() {
    var chair = market.free(ann, Sharing.DRAW);
    reserve(bo, chair);
    var draw = Draws.of(market.handovers.lookAtAll(market.item(chair)), 1, market.clock.instant());
    assertThat(draw.seed()).isEmpty();
  }

  @Test
  void after_a_winner_who_does_not_answer_there_is_another_draw_with_another_seed() {
    var chair = market.free(ann, Sharing.DRAW);
    var first = reserve(bo, chair);
    var before = Draws.of(market.handovers.lookAtAll(chair), 1, market.clock.instant());
    market.clock.advance(Duration.ofHours(6 + 24));
    assertThat(state(first)).isEqualTo(ReservationState.LAPSED);
    var second = reserve(bo, chair);
    assertThat(second.state()).isEqualTo(ReservationState.ENTERED);
    assertThat(second.reservation()).isNotEqualTo(first.reservation());
    var after = Draws.of(market.handovers.lookAtAll(market.item(chair)), 2, market.clock.instant());
    assertThat(after.commitment()).isNotEqualTo(before.commitment());
  }

  @Test
  void who_withdraws_from_a_draw_cannot_enter_it_again() {
    var chair = market.free(ann, Sharing.DRAW);
    var entered = reserve(bo, chair);
    market.handovers.cancel(bo, chair.item(), entered.reservation());
    assertRefused(Refusal.NotNow.class, () -> reserve(bo, chair));
    market.clock.advance(Duration.ofHours(7));
    assertThat(look(chair).status()).isEqualTo(Status.AVAILABLE);
  }

  @Test
  void a_no_show_counts_from_half_an_hour_after_the_pickup_time() {
    var chair = market.free(ann, Sharing.QUEUE);
    var first = reserve(bo, chair);
    var second = reserve(cay, chair);
    var pickup = market.clock.instant().plus(Duration.ofHours(2));
    market.handovers.confirm(ann, chair.item(), first.reservation(), pickup);
    market.clock.set(pickup.plus(Duration.ofMinutes(30)).minusMillis(1));
    assertRefused(
        Refusal.NotNow.class,
        () -> market.handovers.noShow(ann, chair.item(), first.reservation()));
    market.clock.advance(Duration.ofMillis(1));
    market.handovers.noShow(ann, chair.item(), first.reservation());
    assertThat(profile(bo).noShows()).isEqualTo(1);
    assertThat(profile(bo).active()).isZero();
    assertThat(state(second)).isEqualTo(ReservationState.OFFERED);
  }

  @Test
  void a_free_item_goes_stale_after_30_days_unless_it_is_renewed() {
    var chair = market.free(ann, Sharing.FIRST);
    market.clock.advance(Duration.ofDays(27));
    market.handovers.settle(chair.item());
    assertThat(market.item(chair).isWarned()).isTrue();
    market.clock.advance(Duration.ofDays(3));
    assertThat(look(chair).status()).isEqualTo(Status.EXPIRED);
    assertRefused(Refusal.ItemTaken.class, () -> reserve(bo, chair));
    market.handovers.renew(ann, chair.item());
    assertThat(look(chair).status()).isEqualTo(Status.AVAILABLE);
    assertThat(reserve(bo, chair).state()).isEqualTo(ReservationState.RESERVED);
  }

  @Test
  void what_is_picked_up_is_completed_after_a_week_even_if_the_giver_says_nothing() {
    var chair = market.free(ann, Sharing.FIRST);
    var reserved = reserve(bo, chair);
    market.handovers.confirm(
        ann,
        chair.item(),
        reserved.reservation(),
        market.clock.instant().plus(Duration.ofHours(1)));
    market.handovers.pickUp(bo, chair.item(), reserved.reservation());
    market.clock.advance(Duration.ofDays(7));
    assertThat(look(chair).status()).isEqualTo(Status.COMPLETED);
    market.handovers.settle(chair.item());
    assertThat(profile(ann).given()).isEqualTo(1);
  }

  @Test
  void a_withdrawn_item_takes_its_reservation_along() {
    var chair = market.free(ann, Sharing.FIRST);
    var reserved = reserve(bo, chair);
    market.handovers.withdraw(ann, chair.item());
    assertThat(state(reserved)).isEqualTo(ReservationState.DECLINED);
    assertThat(profile(bo).active()).isZero();
  }

  @Test
  void a_user_s_active_reservations_leave_out_what_has_lapsed() {
    var chair = market.free(ann, Sharing.FIRST);
    reserve(bo, chair);
    assertThat(open(bo)).hasSize(1);
    market.clock.advance(Duration.ofHours(24));
    assertThat(open(bo)).isEmpty();
  }

  private Set<Reservation> open(UserId user) {
    return Set.copyOf(
        market
            .store
            .run(Reservations.OPEN_AT, new Reservations.OpenAt(user, market.clock.instant()))
            .items());
  }
}
