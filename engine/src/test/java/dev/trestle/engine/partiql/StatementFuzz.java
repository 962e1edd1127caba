package dev.trestle.engine.partiql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.expression.TreeBinder;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.gen.Property;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Feeds random text to the parser, and parsed statements to the binders. The result must be a
 * statement or a ValidationException, and it must come quickly. {@code -Dtrestle.effort=60} turns
 * five seconds into five minutes.
 */
class StatementFuzz {
  private static final Duration TIME = Duration.ofSeconds(Property.scaled(5));

  /** Of the processor, so that a busy machine makes no difference. Statements take microseconds. */
  private static final Duration ONE_INPUT_MAX = Duration.ofSeconds(2);

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  /** Half of the default stack: nested input must not need much. */
  private static final int STACK_BYTES = 512 * 1024;

  private static final List<String> WORDS =
      List.of(
          "SELECT",
          "*",
          "FROM",
          "WHERE",
          "ORDER BY",
          "DESC",
          "INSERT INTO",
          "VALUE",
          "UPDATE",
          "SET",
          "REMOVE",
          "DELETE",
          "RETURNING",
          "ALL OLD *",
          "EXISTS(",
          "AND",
          "OR",
          "NOT",
          "IN",
          "BETWEEN",
          "IS",
          "MISSING",
          "NULL",
          "TRUE",
          "t",
          "\"t\".\"i\"",
          "pk",
          "sk",
          "a.b[0]",
          "size(",
          "begins_with(",
          "attribute_exists(",
          "set_add(",
          "list_append(",
          "f(",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          "<<",
          ">>",
          "'x'",
          "'",
          "\"",
          "1",
          "-",
          "+",
          "1e400",
          "?",
          ",",
          ".",
          ":",
          ";",
          "=",
          "<>",
          "!=",
          "<=",
          "--",
          "/*",
          "*/",
          "\n",
          "😀",
          "\u0000",
          "#",
          "`");

  private static final List<String> VALID =
      List.of(
          "SELECT a, b.c[1] FROM \"t\".\"i\" WHERE pk = ? AND (sk < 'x' OR NOT begins_with(a, 'y'))"
              + " AND size(b) BETWEEN 1 AND 2 ORDER BY sk DESC",
          "SELECT * FROM t WHERE pk IN ['a', ?] AND sk IN ('1', '2') AND a IS NOT MISSING",
          "INSERT INTO t VALUE {'pk': 'a', 'l': [1, <<'x'>>, {'k': -1.5e3}], 'p': ?}",
          "UPDATE t SET a = b + 1, l = list_append(l, [1]) SET s = set_add(s, <<1>>) REMOVE c[0]"
              + " WHERE pk = 'a' AND a = ? RETURNING MODIFIED NEW *",
          "DELETE FROM t WHERE pk = ? AND (a = 1) = true RETURNING ALL OLD *",
          "EXISTS(SELECT * FROM t WHERE pk = 'a' AND attribute_type(a, 'S'))",
          "FROM t WHERE pk = 'a' SET a = 1");

  private static final List<Value> VALUES =
      List.of(
          Value.number(1),
          Value.string("x"),
          Value.bool(true),
          Value.nul(),
          Value.binary(new byte[] {1}),
          Value.container(Type.SS, List.of(Value.string("x"))),
          Value.container(Type.L, List.of()));
  private static final Item ITEM =
      Item.of(Map.of("pk", Value.string("a"), "a", Value.number(1), "s", VALUES.get(5)));

  private final SplittableRandom random;
  private int read;
  private int refused;

  StatementFuzz() {
    long seed = Property.seed();
    System.out.println("StatementFuzz: seed " + seed + " (replay: -Dtrestle.seed=" + seed + ")");
    random = new SplittableRandom(seed);
  }

  @Test
  void any_text_is_read_or_refused_and_soon() throws InterruptedException {
    long end = System.nanoTime() + TIME.toNanos();
    var failure = new AtomicReference<Throwable>();
    var thread =
        new Thread(
            null,
            () -> {
              while (System.nanoTime() < end) attempt(text());
            },
            "fuzz",
            STACK_BYTES);
    thread.setUncaughtExceptionHandler((_, thrown) -> failure.set(thrown));
    thread.start();
    thread.join();
    if (failure.get() != null) throw new AssertionError(failure.get());
    assertThat(read).as("statements that were read").isPositive();
    assertThat(refused).as("texts that were refused").isPositive();
  }

  private void attempt(String text) {
    if (text.length() > Limits.STATEMENT_CHARACTERS) return;
    long started = CLOCK.getCurrentThreadCpuTime();
    try {
      run(PreparedStatement.of(text), text);
      read++;
    } catch (ValidationException expected) {
      refused++;
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError("<" + text + ">", e);
    }
    var taken = Duration.ofNanos(CLOCK.getCurrentThreadCpuTime() - started);
    if (taken.compareTo(ONE_INPUT_MAX) > 0) {
      throw new AssertionError("<" + text + "> took " + taken);
    }
  }

  private void run(PreparedStatement prepared, String text) {
    int marks = (int) text.chars().filter(c -> c == '?').count();
    List<Value> values = null;
    // Question marks in strings and comments are not parameters.
    for (int count = marks; count >= 0 && values == null; count--) {
      try {
        values =
            prepared.values(random.ints(count, 0, VALUES.size()).mapToObj(VALUES::get).toList());
      } catch (ValidationException e) {
        if (count == 0) throw e;
      }
    }
    if (values == null) return;
    var binder = new TreeBinder(values);
    switch (prepared.statement()) {
      case Statement.Select select -> select(select, binder, values);
      case Statement.Exists(var select) -> select(select, binder, values);
      case Statement.Insert insert -> insert.item().in(values);
      case Statement.Update update -> {
        var _ = ItemTarget.of(update.where(), values, List.of("pk", "sk"));
        update.where().map(binder::condition).ifPresent(condition -> condition.holds(ITEM));
        binder.update(update.actions()).apply(ITEM);
      }
      case Statement.Delete delete -> {
        var _ = ItemTarget.of(delete.where(), values, List.of("pk", "sk"));
        delete.where().map(binder::condition).ifPresent(condition -> condition.holds(ITEM));
      }
    }
  }

  private static void select(Statement.Select select, TreeBinder binder, List<Value> values) {
    select.where().map(binder::condition).ifPresent(condition -> condition.holds(ITEM));
    binder.columns(select.columns()).of(ITEM);
    select.where().ifPresent(where -> Decomposition.of(where, values, "pk", Optional.of("sk")));
  }

  private String text() {
    return switch (random.nextInt(6)) {
      case 0 -> characters();
      case 1, 2 -> soup();
      case 3 -> mutated();
      case 4 -> nested();
      default -> wide();
    };
  }

  private String characters() {
    var text = new StringBuilder(random.nextBoolean() ? "SELECT * FROM t WHERE " : "");
    int length = random.nextInt(random.nextBoolean() ? 40 : 4000);
    int range = random.nextBoolean() ? 128 : Character.MAX_CODE_POINT + 1;
    for (int i = 0; i < length; i++) text.appendCodePoint(random.nextInt(range));
    return text.toString();
  }

  private String soup() {
    var text = new StringBuilder(random.nextBoolean() ? "SELECT * FROM t WHERE " : "");
    for (int i = random.nextInt(30); i >= 0; i--) {
      text.append(WORDS.get(random.nextInt(WORDS.size())));
      if (random.nextInt(3) != 0) text.append(' ');
    }
    return text.toString();
  }

  private String mutated() {
    var text = new StringBuilder(VALID.get(random.nextInt(VALID.size())));
    for (int i = random.nextInt(4); i > 0 && !text.isEmpty(); i--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, WORDS.get(random.nextInt(WORDS.size())));
        case 2 -> text.setCharAt(at, (char) random.nextInt(128));
        default -> text.insert(at, text.substring(random.nextInt(at + 1), at));
      }
    }
    return text.toString();
  }

  private String nested() {
    int depth = random.nextInt(random.nextBoolean() ? 100 : 2000);
    var open = List.of("(", "NOT ", "size(", "a IN [", "(a = 1) = (", "[").get(random.nextInt(6));
    return switch (random.nextInt(4)) {
      case 0 -> "SELECT * FROM t WHERE " + open.repeat(depth) + "a = 1" + ")".repeat(depth);
      case 1 -> "SELECT * FROM t WHERE a = " + "[".repeat(depth) + "]".repeat(depth);
      case 2 -> "INSERT INTO t VALUE " + "{'a':".repeat(depth) + "1" + "}".repeat(depth);
      default -> "UPDATE t SET a = " + "list_append(a,".repeat(depth) + "b" + ")".repeat(depth);
    };
  }

  private String wide() {
    int count = random.nextInt(1000);
    return "SELECT * FROM t WHERE pk = 'a' AND "
        + switch (random.nextInt(5)) {
          case 0 -> "(" + "sk = '1' OR ".repeat(count) + "a = 1)";
          case 1 -> "sk > '1' AND ".repeat(count) + "a = 1";
          case 2 -> "(sk < '1' OR sk > '2') AND ".repeat(count % 40) + "a = 1";
          case 3 -> "a IN [" + "1, ".repeat(count) + "1]";
          default -> "a" + ".b[1]".repeat(count) + " = 1";
        };
  }
}
