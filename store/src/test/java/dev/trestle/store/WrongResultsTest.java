package dev.trestle.store;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Conditions.size;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Values that were once stored, found or refused incorrectly. */
class WrongResultsTest {
  enum Priority {
    LOW,
    MID,
    HIGH
  }

  record Player(
      String team,
      String name,
      long points,
      Instant due,
      Instant seen,
      Duration best,
      Priority priority,
      int level,
      Set<String> tags,
      Optional<String> note,
      BigDecimal price,
      Instant ends) {}

  record OfTeam(String team) {}

  record OfPlayer(String team, String name) {}

  record Before(String team, Instant time) {}

  record Score(String team, String name, long points) {}

  record Scored(String team, String name, int by) {}

  record Seen(String team, String name, Instant seen) {}

  record Ran(String team, String name, Duration best) {}

  private static final Part<String> TEAM = Part.text("team", Alphabet.of("a-z"), 10);
  private static final Part<String> NAME = Part.text("name", Alphabet.of("a-z"), 10);
  private static final Instant NOON = Instant.parse("2026-01-15T12:00:00Z");

  private static final Table TABLE =
      Table.named("players")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("ranking", string("pk")).sort(number("rank")).all())
          .global(index("calendar", string("pk")).sort(string("due_at")).all())
          .global(index("levels", string("pk")).sort(number("lvl")).all())
          .build();

  private static final Entity<Player> PLAYER =
      TABLE
          .entity(Player.class, lookup())
          .partition(KeyTemplate.of("t#<team>", TEAM))
          .sort(KeyTemplate.of("p#<name>", NAME))
          .in(
              "ranking",
              KeyTemplate.of("t#<team>", TEAM),
              Part.number("points", 0, 1000).descending())
          .in("calendar", KeyTemplate.of("t#<team>", TEAM), Part.isoMillis("due").descending())
          .in("levels", KeyTemplate.of("t#<team>", TEAM), Part.number("level", 0, 9))
          .epochSeconds(Player::ends)
          .example(player("ann", 60));

  private static Player player(String name, long points) {
    return new Player(
        "red",
        name,
        points,
        NOON,
        NOON,
        Duration.ofMinutes(90),
        Priority.MID,
        5,
        Set.of("x"),
        Optional.of("hi"),
        new BigDecimal("1200"),
        NOON);
  }

  private static final Put<Player, Player> PUT = PLAYER.put("P1", "put").build();
  private static final Get<OfPlayer, Player> GET =
      PLAYER.get("P2", "get", OfPlayer.class).consistent().build();
  private static final Query<OfTeam, Player> ALL = PLAYER.query("P3", "all", OfTeam.class).build();

  private static final Update<Score, Player> LOWER =
      PLAYER
          .update("W1", "set the points if they were fewer", Score.class)
          .set(Player::points)
          .to(param(Score::points))
          .when(field(Player::points).lessThan(param(Score::points)))
          .build();
  private static final Query<Before, Player> DUE =
      PLAYER
          .query("W2", "due before", Before.class)
          .filter(field(Player::due).lessThan(param(Before::time)))
          .build();
  private static final Update<Seen, Player> NEWER =
      PLAYER
          .update("W3", "the latest, if newer", Seen.class)
          .set(Player::seen)
          .to(param(Seen::seen))
          .when(field(Player::seen).lessThan(param(Seen::seen)))
          .build();
  private static final Update<Ran, Player> FASTER =
      PLAYER
          .update("W4", "the best time", Ran.class)
          .set(Player::best)
          .to(param(Ran::best))
          .when(field(Player::best).moreThan(param(Ran::best)))
          .build();
  private static final Update<Scored, Player> LEVEL =
      PLAYER
          .update("W5", "levels up or down", Scored.class)
          .add(Player::level)
          .of(param(Scored::by))
          .build();
  private static final Update<Score, Player> WIN =
      PLAYER
          .update("W6", "more points", Score.class)
          .add(Player::points)
          .of(param(Score::points))
          .build();
  private static final Query<OfTeam, Player> RANKING =
      PLAYER.index("ranking").query("W7", "most points first", OfTeam.class).build();

  private static final Query<Before, Player> ENDING =
      PLAYER
          .query("W8", "ends before", Before.class)
          .filter(field(Player::ends).lessThan(param(Before::time)))
          .build();
  private static final Query<OfTeam, Player> UNTAGGED =
      PLAYER.query("W9", "few tags", OfTeam.class).filter(size(Player::tags).lessThan(1)).build();
  private static final Query<OfTeam, Player> NOT_HI =
      PLAYER
          .query("W10", "another note", OfTeam.class)
          .filter(optional(Player::note).isNot("hi"))
          .build();
  private static final Query<OfTeam, Player> NOT_EXACTLY_HI =
      PLAYER
          .query("W11", "another note or none", OfTeam.class)
          .filter(field(Player::note).isNot(Optional.of("hi")))
          .build();
  private static final Query<OfTeam, Player> NOBODY =
      PLAYER
          .query("W12", "from much to little", OfTeam.class)
          .filter(field(Player::level).between(7, 3))
          .build();

  private static final Update<Seen, Player> SEE =
      PLAYER.update("W13", "seen", Seen.class).set(Player::seen).to(param(Seen::seen)).build();

  private static final Model MODEL =
      Model.named("players")
          .entities(PLAYER)
          .patterns(PUT, GET, ALL, LOWER, DUE, NEWER, FASTER, LEVEL, WIN, RANKING)
          .patterns(ENDING, UNTAGGED, NOT_HI, NOT_EXACTLY_HI, NOBODY, SEE)
          .build();

  private final Trestle trestle = Trestle.inMemory();
  private final Store store = open(trestle);

  private static Store open(Trestle trestle) {
    TableCreation.create(MODEL, trestle.client(), "");
    return Store.of(MODEL, trestle.client());
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private Player ann() {
    return store.run(GET, new OfPlayer("red", "ann")).orElseThrow();
  }

  private static final OfTeam RED = new OfTeam("red");

  @Test
  void a_condition_on_a_descending_number_follows_the_values() {
    store.run(PUT, player("ann", 60));
    assertThat(store.run(LOWER, new Score("red", "ann", 50)).isDone()).isFalse();
    assertThat(store.run(LOWER, new Score("red", "ann", 60)).isDone()).isFalse();
    assertThat(store.run(LOWER, new Score("red", "ann", 100)).isDone()).isTrue();
    assertThat(ann().points()).isEqualTo(100);
  }

  @Test
  void a_filter_on_a_descending_text_follows_the_values() {
    var tenth = Instant.parse("2026-01-10T00:00:00Z");
    var ann = player("ann", 1);
    store.run(
        PUT,
        new Player(
            "red",
            "ann",
            1,
            tenth,
            NOON,
            ann.best(),
            ann.priority(),
            1,
            Set.of(),
            Optional.empty(),
            BigDecimal.ONE,
            NOON));
    var due = new Before("red", Instant.parse("2026-01-12T00:00:00Z"));
    assertThat(store.run(DUE, due).items()).extracting(Player::name).containsExactly("ann");
    assertThat(store.run(DUE, new Before("red", tenth)).items()).isEmpty();
  }

  @Test
  void adding_to_a_descending_number_adds() {
    store.run(PUT, player("ann", 60));
    store.run(PUT, player("bo", 80));
    assertThat(store.run(WIN, new Score("red", "ann", 30)).isDone()).isTrue();
    assertThat(ann().points()).isEqualTo(90);
    assertThat(store.run(RANKING, RED).items())
        .extracting(Player::name)
        .containsExactly("ann", "bo");
    assertThat(store.run(WIN, new Score("red", "ann", -30)).isDone()).isTrue();
    assertThat(store.run(RANKING, RED).items())
        .extracting(Player::name)
        .containsExactly("bo", "ann");
  }

  @Test
  void an_older_time_does_not_overwrite_a_newer_one() {
    store.run(PUT, player("ann", 1));
    var later = NOON.plusMillis(100);
    assertThat(store.run(NEWER, new Seen("red", "ann", later)).isDone()).isTrue();
    assertThat(store.run(NEWER, new Seen("red", "ann", NOON)).isDone()).isFalse();
    assertThat(store.run(NEWER, new Seen("red", "ann", later.plusNanos(1))).isDone()).isTrue();
    assertThat(store.run(NEWER, new Seen("red", "ann", later)).isDone()).isFalse();
    assertThat(ann().seen()).isEqualTo(later.plusNanos(1));
  }

  @Test
  void durations_are_compared_by_their_length() {
    store.run(PUT, player("ann", 1));
    assertThat(store.run(FASTER, new Ran("red", "ann", Duration.ofHours(10))).isDone()).isFalse();
    assertThat(store.run(FASTER, new Ran("red", "ann", Duration.ofMinutes(89))).isDone()).isTrue();
    assertThat(ann().best()).isEqualTo(Duration.ofMinutes(89));
  }

  @Test
  void an_enum_whose_names_do_not_ascend_is_compared_for_equality_only() {
    assertThatThrownBy(() ->
            PLAYER
                .query("X", "urgent", OfTeam.class)
                .filter(field(Player::priority).atLeast(Priority.MID)))
        .hasMessageContaining("X (WrongResultsTest.java:")
        .hasMessageContaining("Player.priority is stored as Priority")
        .hasMessageContaining("equality");
  }

  @Test
  void an_update_of_nothing_is_refused_and_leaves_nothing() {
    var refused = store.run(WIN, new Score("red", "nobody", 5));
    assertThat(refused).isEqualTo(new Written.Refused<>(Optional.empty()));
    assertThat(store.run(SEE, new Seen("red", "nobody", NOON)).isDone()).isFalse();
    assertThat(store.run(GET, new OfPlayer("red", "nobody"))).isEmpty();
    assertThat(store.run(ALL, RED).items()).isEmpty();
  }

  @Test
  void an_upsert_that_leaves_a_component_open_is_refused_when_declared() {
    assertThatThrownBy(() ->
            PLAYER.upsert("X", "half an item", OfPlayer.class).add(Player::points).of(1L).build())
        .hasMessageContaining("Player.seen has no value in an item that the upsert makes")
        .hasMessageContaining("setOnInsert(Player::seen)");
  }

  @Test
  void a_number_does_not_leave_the_range_of_its_part() {
    store.run(PUT, player("ann", 990));
    assertThat(store.run(WIN, new Score("red", "ann", 10)).isDone()).isTrue();
    assertThat(store.run(WIN, new Score("red", "ann", 1)).isDone()).isFalse();
    assertThat(store.run(LEVEL, new Scored("red", "ann", 4)).isDone()).isTrue();
    assertThat(store.run(LEVEL, new Scored("red", "ann", 1)).isDone()).isFalse();
    assertThat(store.run(LEVEL, new Scored("red", "ann", -9)).isDone()).isTrue();
    assertThat(store.run(LEVEL, new Scored("red", "ann", -1)).isDone()).isFalse();
    assertThat(ann().points()).isEqualTo(1000);
    assertThat(ann().level()).isZero();
  }

  @Test
  void a_time_stored_in_whole_seconds_is_compared_exactly() {
    store.run(PUT, player("ann", 1));
    assertThat(store.run(ENDING, new Before("red", NOON)).items()).isEmpty();
    assertThat(store.run(ENDING, new Before("red", NOON.plusMillis(1))).items()).hasSize(1);
  }

  @Test
  void a_put_gives_the_record_as_it_is_read() {
    var ann = player("ann", 1);
    var half =
        new Player(
            "red",
            "ann",
            1,
            NOON,
            NOON,
            ann.best(),
            ann.priority(),
            1,
            Set.of(),
            Optional.empty(),
            BigDecimal.ONE,
            NOON.plusMillis(500));
    assertThat(store.run(PUT, half).done()).contains(ann());
  }

  @Test
  void an_empty_set_has_the_size_zero() {
    store.run(PUT, player("ann", 1));
    assertThat(store.run(UNTAGGED, RED).items()).isEmpty();
    store.run(PUT, withoutTags());
    assertThat(store.run(UNTAGGED, RED).items()).hasSize(1);
  }

  private static Player withoutTags() {
    var ann = player("ann", 1);
    return new Player(
        "red",
        "ann",
        1,
        NOON,
        NOON,
        ann.best(),
        ann.priority(),
        1,
        Set.of(),
        Optional.empty(),
        BigDecimal.ONE,
        NOON);
  }

  @Test
  void an_absent_value_is_another_one_only_where_absence_is_compared() {
    store.run(PUT, withoutTags());
    assertThat(store.run(NOT_HI, RED).items()).isEmpty();
    assertThat(store.run(NOT_EXACTLY_HI, RED).items()).hasSize(1);
    store.run(PUT, player("ann", 1));
    assertThat(store.run(NOT_EXACTLY_HI, RED).items()).isEmpty();
  }

  @Test
  void a_range_from_much_to_little_is_empty() {
    store.run(PUT, player("ann", 1));
    assertThat(store.run(NOBODY, RED).items()).isEmpty();
  }

  @Test
  void a_round_decimal_comes_back_as_it_was() {
    store.run(PUT, player("ann", 1));
    assertThat(ann().price()).isEqualTo(new BigDecimal("1200"));
  }

  @Test
  void a_range_over_numbers_written_as_texts_of_any_width_is_refused() {
    record Digit(String owner, long id) {}
    record From(String owner, long from) {}
    var table = Table.named("digits").partition(string("pk")).sort(string("sk")).build();
    var id = Part.text("id", Alphabet.DIGITS, 15).as(Long.class, Long::parseLong, String::valueOf);
    var entity =
        table
            .entity(Digit.class, lookup())
            .partition(Part.text("owner", Alphabet.of("a-z"), 9))
            .sort(id)
            .example(new Digit("a", 1));
    var query = entity.query("X", "from", From.class).from(From::from).build();
    var model = Model.named("digits").entities(entity).patterns(query).build();
    assertThatThrownBy(() -> Store.of(model, trestle.client()))
        .hasMessageContaining("no range over <id>");
  }

  @Test
  void a_get_returns_what_is_stored_where_a_key_converts_what_was_asked() {
    record Person(String mail, String name) {}
    record OfMail(String mail) {}
    var table = Table.named("people").partition(string("pk")).build();
    var mail =
        Part.text("mail", Alphabet.of("a-z@.A-Z"), 40)
            .as(String.class, text -> text, text -> text.toLowerCase(Locale.ROOT));
    var entity =
        table
            .entity(Person.class, lookup())
            .partition(KeyTemplate.of("m#<mail>", mail))
            .example(new Person("a@b.c", "a"));
    var put = entity.put("X1", "put").build();
    var get = entity.get("X2", "get", OfMail.class).build();
    var model = Model.named("people").entities(entity).patterns(put, get).build();
    TableCreation.create(model, trestle.client(), "");
    var people = Store.of(model, trestle.client());
    people.run(put, new Person("ann@b.c", "Ann"));
    assertThat(people.run(get, new OfMail("Ann@B.C"))).contains(new Person("ann@b.c", "Ann"));
  }
}
