package dev.trestle.store;

import static dev.trestle.store.Library.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.store.InvalidCursorException.Reason;
import dev.trestle.store.Library.Beside;
import dev.trestle.store.Library.OfShelf;
import dev.trestle.store.Library.Places;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cursors go back only to the query and parameters they came from, untouched. */
final class CursorTest {
  private static final SigningKey OLD = key(1, "an old secret of sufficient length");
  private static final SigningKey NEW = key(2, "a new secret of sufficient length");
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ é";

  private Trestle trestle;
  private Store store;

  private static SigningKey key(int version, String secret) {
    return SigningKey.of(version, secret.getBytes(StandardCharsets.UTF_8));
  }

  @BeforeEach
  void open() {
    trestle = Trestle.inMemory();
    TableCreation.create(Library.MODEL, trestle.client(), "");
    store = store(StoreOptions.standard().signing(OLD));
    for (var shelf : List.of("a", "b")) {
      var books = LongStream.range(0, 20).mapToObj(place -> book(shelf, place)).toList();
      store.run(STOCK, books, List.of());
    }
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private Store store(StoreOptions options) {
    return Store.of(Library.MODEL, trestle.client(), options);
  }

  private Cursor cursor() {
    return store.run(BETWEEN, new Places("a", 0, 19)).next().orElseThrow();
  }

  private static void assertRefused(Reason reason, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidCursorException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void a_cursor_goes_on_where_its_page_ended_in_another_process_with_the_same_key() {
    var other = store(StoreOptions.standard().signing(OLD));
    var next = other.run(BETWEEN, new Places("a", 0, 19), Cursor.of(cursor().text()));
    assertThat(next.items()).containsExactly(book("a", 3), book("a", 4), book("a", 5));
  }

  @Test
  void a_cursor_is_fit_for_a_url() {
    assertThat(cursor().text()).matches("[A-Za-z0-9_-]+");
  }

  @Test
  void other_parameters_refuse_it() {
    var cursor = cursor();
    assertRefused(
        Reason.OTHER_PARAMETERS, () -> store.run(BETWEEN, new Places("b", 0, 19), cursor));
    assertRefused(
        Reason.OTHER_PARAMETERS, () -> store.run(BETWEEN, new Places("a", 1, 19), cursor));
    assertRefused(
        Reason.OTHER_PARAMETERS, () -> store.run(BETWEEN, new Places("a", 19, 1), cursor));
  }

  @Test
  void another_query_refuses_it() {
    var upTo = store.run(UP_TO, new Beside("a", 9)).next().orElseThrow();
    assertRefused(Reason.OTHER_PATTERN, () -> store.run(AFTER, new Beside("a", 9), upTo));
    assertRefused(Reason.OTHER_PATTERN, () -> store.run(TITLED, new OfShelf("a"), upTo));
  }

  @Test
  void any_changed_character_is_noticed() {
    var text = cursor().text();
    Gen<String> changed =
        choices -> {
          int at = choices.oneOf(text.length());
          char other = ALPHABET.charAt(choices.oneOf(ALPHABET.length()));
          return text.substring(0, at) + other + text.substring(at + 1);
        };
    Property.check(
        3000,
        changed.filter(other -> !other.equals(text)),
        other ->
            assertThatThrownBy(() -> store.run(BETWEEN, new Places("a", 0, 19), Cursor.of(other)))
                .isInstanceOf(InvalidCursorException.class));
  }

  @Test
  void shortened_lengthened_and_made_up_ones_are_noticed() {
    var text = cursor().text();
    for (int length = 1; length < text.length(); length++) {
      var cut = Cursor.of(text.substring(0, length));
      assertThatThrownBy(() -> store.run(BETWEEN, new Places("a", 0, 19), cut))
          .isInstanceOf(InvalidCursorException.class);
    }
    for (var other :
        List.of(text + "A", text + "=", text + text, "x", "null", "A".repeat(20_000))) {
      assertThatThrownBy(() -> store.run(BETWEEN, new Places("a", 0, 19), Cursor.of(other)))
          .isInstanceOf(InvalidCursorException.class);
    }
  }

  @Test
  void a_former_key_is_accepted_until_it_is_dropped() {
    var old = cursor();
    var places = new Places("a", 0, 19);
    var both = store(StoreOptions.standard().signing(NEW, OLD));
    var next = both.run(BETWEEN, places, old);
    assertThat(next.items()).hasSize(3);
    var onlyNew = store(StoreOptions.standard().signing(NEW));
    assertThat(onlyNew.run(BETWEEN, places, next.next().orElseThrow()).items()).hasSize(3);
    assertRefused(Reason.UNKNOWN_KEY, () -> onlyNew.run(BETWEEN, places, old));
    var impostor = store(StoreOptions.standard().signing(key(1, "another secret of that version")));
    assertRefused(Reason.TAMPERED, () -> impostor.run(BETWEEN, places, old));
  }

  @Test
  void two_stores_that_share_nothing_refuse_each_others_cursors() {
    var one = store(StoreOptions.standard());
    var other = store(StoreOptions.standard());
    var cursor = one.run(BETWEEN, new Places("a", 0, 19)).next().orElseThrow();
    assertRefused(Reason.TAMPERED, () -> other.run(BETWEEN, new Places("a", 0, 19), cursor));
  }
}
