package dev.trestle.store;

import static dev.trestle.model.Mail.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.ManualClock;
import dev.trestle.model.Mail;
import dev.trestle.model.Mail.Account;
import dev.trestle.model.Mail.Address;
import dev.trestle.model.Mail.Box;
import dev.trestle.model.Mail.ByAddress;
import dev.trestle.model.Mail.BySession;
import dev.trestle.model.Mail.Claim;
import dev.trestle.model.Mail.Delivery;
import dev.trestle.model.Mail.Flagged;
import dev.trestle.model.Mail.Letter;
import dev.trestle.model.Mail.OfLetter;
import dev.trestle.model.Mail.OfUser;
import dev.trestle.model.Mail.Reading;
import dev.trestle.model.Mail.Session;
import dev.trestle.model.Mail.SignUp;
import dev.trestle.model.Mail.Since;
import dev.trestle.model.Mail.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Every pattern of the small mail system, in this process and over HTTP. */
final class MailTest {
  private static final UserId ANN = new UserId("u_01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
  private static final UserId BO = new UserId("u_01JCQZ8M5R3V7W9X1Y2Z3A4B5D");
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

  private static Stream<DynamicNode> with(Fronts.Check check) {
    return Fronts.each(Mail.MODEL, check);
  }

  static String id(int number) {
    return "01JCQZ8M5R3V7W9X1Y2Z3A%04d".formatted(number);
  }

  private static Letter letter(UserId user, int number) {
    return new Letter(
        user,
        NOON.plusSeconds(number),
        id(number),
        new Address("someone+" + number + "@example.org"),
        "letter " + number,
        false,
        number % 2 == 0 ? Optional.of("later") : Optional.empty());
  }

  private static List<Letter> deliver(Store store, UserId user, int count) {
    var letters = IntStream.range(0, count).mapToObj(number -> letter(user, number)).toList();
    for (var each : letters) {
      assertThat(store.run(DELIVER, new Delivery(each, new OfUser(user))).isDone()).isTrue();
    }
    return letters;
  }

  private static OfLetter key(Letter letter) {
    return new OfLetter(letter.user(), letter.received(), letter.id());
  }

  @TestFactory
  Stream<DynamicNode> a_delivered_letter_is_read_back_and_counted_by_its_box() {
    return with(at -> {
      var letters = deliver(at.store(), ANN, 3);
      assertThat(at.store().run(ONE, key(letters.getFirst()))).contains(letters.getFirst());
      assertThat(at.store().run(ONE, new OfLetter(BO, NOON, id(0)))).isEmpty();
      var open = at.store().run(OPEN, new OfUser(ANN)).items();
      assertThat(open).first().isEqualTo(new Box(ANN, 3, 3));
      assertThat(open.subList(1, 4)).isEqualTo(letters);
    });
  }

  @TestFactory
  Stream<DynamicNode> a_letter_delivered_twice_is_refused_with_what_is_there() {
    return with(at -> {
      var first = deliver(at.store(), ANN, 1).getFirst();
      var outcome = at.store().run(DELIVER, new Delivery(first, new OfUser(ANN)));
      assertThat(outcome)
          .isInstanceOfSatisfying(
              TransactionOutcome.Refused.class,
              refused -> {
                var reason = refused.one(Delivery::letter).orElseThrow();
                assertThat(reason.kind()).isEqualTo(TransactionOutcome.Kind.CONDITION_FAILED);
                assertThat(reason.step()).isEqualTo("L6.letter");
                assertThat(reason.current(LETTER)).contains(first);
                assertThat(refused.of(Delivery::box)).isEmpty();
              });
      assertThat(at.store().run(OPEN, new OfUser(ANN)).first()).contains(new Box(ANN, 1, 1));
    });
  }

  @TestFactory
  Stream<DynamicNode> a_range_of_times_stays_within_the_letters() {
    return with(at -> {
      var letters = deliver(at.store(), ANN, 5);
      deliver(at.store(), BO, 2);
      assertThat(at.store().run(SINCE, new Since(ANN, NOON.plusSeconds(2))).items())
          .isEqualTo(letters.subList(2, 5));
      assertThat(at.store().run(SINCE, new Since(ANN, NOON.plusSeconds(9))).items()).isEmpty();
    });
  }

  @TestFactory
  Stream<DynamicNode> newest_letters_come_page_by_page_from_the_end() {
    return with(at -> {
      var letters = deliver(at.store(), ANN, 45);
      var first = at.store().run(LATEST, new OfUser(ANN));
      assertThat(first.items()).isEqualTo(letters.subList(25, 45).reversed());
      var second = at.store().run(LATEST, new OfUser(ANN), first.next().orElseThrow());
      assertThat(second.items()).isEqualTo(letters.subList(5, 25).reversed());
      var third = at.store().run(LATEST, new OfUser(ANN), second.next().orElseThrow());
      assertThat(third.items()).isEqualTo(letters.subList(0, 5).reversed());
      assertThat(third.next()).isEmpty();
      assertThat(at.store().stream(LATEST, new OfUser(ANN), 30).toList())
          .isEqualTo(letters.subList(15, 45).reversed());
    });
  }

  @TestFactory
  Stream<DynamicNode> a_page_tells_the_read_units_it_cost() {
    return with(at -> {
      deliver(at.store(), ANN, 3);
      double before = at.store().usage(LATEST.id()).readUnits();
      var page = at.store().run(LATEST, new OfUser(ANN));
      assertThat(page.readUnits()).isPositive();
      assertThat(at.store().usage(LATEST.id()).readUnits() - before).isEqualTo(page.readUnits());
    });
  }

  @TestFactory
  Stream<DynamicNode> a_page_may_be_asked_to_be_shorter_but_not_longer() {
    return with(at -> {
      var letters = deliver(at.store(), ANN, 45);
      var user = new OfUser(ANN);
      var three = at.store().run(LATEST, user, Cursor.start(), 3);
      assertThat(three.items()).isEqualTo(letters.subList(42, 45).reversed());
      var two = at.store().run(LATEST, user, three.next().orElseThrow(), 2);
      assertThat(two.items()).isEqualTo(letters.subList(40, 42).reversed());
      assertThat(at.store().run(LATEST, user, Cursor.start(), 1000).items()).hasSize(20);
      assertThatThrownBy(() -> at.store().run(LATEST, user, Cursor.start(), 0))
          .isInstanceOf(IllegalArgumentException.class);
    });
  }

  @TestFactory
  Stream<DynamicNode> flagged_letters_are_found_by_the_index_until_they_are_read() {
    return with(at -> {
      var letters = deliver(at.store(), ANN, 4);
      var later = new Flagged(ANN, "later");
      assertThat(at.store().run(FLAGGED, later).items())
          .containsExactly(envelope(letters.get(2)), envelope(letters.get(0)));
      var read = letters.get(2);
      var reading = new Reading(ANN, read.received(), read.id());
      assertThat(at.store().run(READ, reading).done().orElseThrow().read()).isTrue();
      assertThat(at.store().run(FLAGGED, later).items()).containsExactly(envelope(letters.get(0)));
    });
  }

  private static Mail.Envelope envelope(Letter letter) {
    return new Mail.Envelope(
        letter.user(), letter.received(), letter.id(), letter.sender(), letter.read());
  }

  @TestFactory
  Stream<DynamicNode> what_is_not_there_can_neither_be_read_nor_removed() {
    return with(at -> {
      assertThat(at.store().run(READ, new Reading(ANN, NOON, id(1))))
          .isEqualTo(new Written.Refused<>(Optional.empty()));
      var letter = deliver(at.store(), ANN, 1).getFirst();
      assertThat(at.store().run(REMOVE, key(letter)))
          .isEqualTo(new Written.Done<>(Optional.of(letter)));
      assertThat(at.store().run(REMOVE, key(letter)))
          .isEqualTo(new Written.Refused<>(Optional.empty()));
    });
  }

  @TestFactory
  Stream<DynamicNode> an_address_belongs_to_one_account() {
    return with(at -> {
      var address = new Address("bo@example.org");
      var first = new SignUp(new Account(BO, address, "Bo"), new Claim(address, BO));
      var second = new SignUp(new Account(ANN, address, "Ann"), new Claim(address, ANN));
      assertThat(at.store().run(SIGN_UP, first).isDone()).isTrue();
      var refused = (TransactionOutcome.Refused) at.store().run(SIGN_UP, second);
      assertThat(refused.of(SignUp::account)).isEmpty();
      assertThat(refused.one(SignUp::claim).orElseThrow().current(CLAIM)).contains(first.claim());
      assertThat(at.store().run(WHOSE, new ByAddress(address))).contains(first.claim());
      assertThat(at.store().run(ACCOUNTS, List.of(new OfUser(ANN), new OfUser(BO), new OfUser(BO))))
          .containsExactly(first.account());
    });
  }

  @TestFactory
  Stream<DynamicNode> a_session_is_gone_at_its_time_whether_or_not_it_was_removed() {
    return with(at -> {
      var until = ManualClock.START.plus(Duration.ofHours(1));
      var session = new Session(id(7), ANN, until);
      assertThat(at.store().run(LOG_IN, session).isDone()).isTrue();
      assertThat(at.store().run(LOG_IN, session))
          .isEqualTo(new Written.Refused<>(Optional.of(session)));
      at.clock().set(until.minusSeconds(1));
      assertThat(at.store().run(CHECK, new BySession(id(7)))).contains(session);
      at.clock().set(until);
      assertThat(at.store().run(CHECK, new BySession(id(7)))).isEmpty();
    });
  }
}
