package dev.trestle.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.junit.Bookmarks.Bookmark;
import dev.trestle.junit.Bookmarks.OfUser;
import dev.trestle.junit.TrestleTest.Lifetime;
import dev.trestle.store.Store;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

@TrestleTest(value = Bookmarks.class, engine = Lifetime.CLASS)
class SharedEngineTest {
  private static final Bookmark TIDES = new Bookmark("ann", "tides", "Tides today");

  @BeforeAll
  static void saveOnce(Store store) {
    store.run(Bookmarks.SAVE, TIDES);
  }

  @Test
  void a_test_finds_what_was_written_before_all(Store store) {
    assertThat(store.run(Bookmarks.OF_USER, new OfUser("ann")).items()).containsExactly(TIDES);
  }

  @Nested
  class Nests {
    @Test
    void so_does_a_nested_one(Store store) {
      assertThat(store.run(Bookmarks.OF_USER, new OfUser("ann")).items()).containsExactly(TIDES);
    }
  }

  @Nested
  @TrestleTest(Bookmarks.class)
  class Alone {
    @RepeatedTest(2)
    void a_nested_class_with_its_own_annotation_has_an_engine_for_each_test(Store store) {
      assertThat(store.run(Bookmarks.OF_USER, new OfUser("ann")).items()).isEmpty();
      store.run(Bookmarks.SAVE, TIDES);
    }
  }
}
