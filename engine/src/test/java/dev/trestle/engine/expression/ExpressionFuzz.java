package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.gen.Property;
import dev.trestle.item.Item;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Feeds random text to the parsers and binders. The result must be a bound expression or a
 * ValidationException, and it must come quickly. {@code -Dtrestle.effort=60} turns five seconds
 * into five minutes.
 */
class ExpressionFuzz {
  private static final Duration TIME = Duration.ofSeconds(Property.scaled(5));

  /** Of the processor, so that a busy machine makes no difference. Inputs take microseconds. */
  private static final Duration ONE_INPUT_MAX = Duration.ofSeconds(2);

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  /** Half of the default stack: nested input must not need much. */
  private static final int STACK_BYTES = 512 * 1024;

  private static final List<String> WORDS =
      List.of(
          "SET",
          "REMOVE",
          "ADD",
          "DELETE",
          "AND",
          "OR",
          "NOT",
          "BETWEEN",
          "IN",
          "a",
          "b.c",
          "d[0]",
          "#a",
          "#b",
          ":v",
          ":w",
          "size(",
          "attribute_exists(",
          "attribute_type(",
          "begins_with(",
          "contains(",
          "if_not_exists(",
          "list_append(",
          "f(",
          "(",
          ")",
          ",",
          "=",
          "<>",
          "<",
          "<=",
          ">",
          ">=",
          "+",
          "-",
          ".",
          "[",
          "]",
          "[99999999999]",
          "7",
          "status",
          "#",
          ":",
          "_",
          "😀",
          "\u0000",
          "\n");
  private static final List<String> VALID =
      List.of(
          "a = :v AND (b.c < :w OR NOT attribute_exists(#a)) AND size(d[0]) BETWEEN :v AND :w",
          "begins_with(a, :v) OR contains(#b, :w) OR a IN (:v, :w, #a.b[3])",
          "SET a = :v, b.c = if_not_exists(b.c, :w) + :v REMOVE d[0], #a ADD #b :v DELETE e :w",
          "SET a = list_append(a, :v), d[9] = (b - :w)",
          "a, b.c, d[0], #a.#b",
          "a = :v AND b >= :w");
  private static final List<Object> VALUES =
      List.of(
          1,
          "x",
          List.of(1),
          Map.of("k", 1),
          java.util.Set.of(1, 2),
          true,
          Plain.bytes(1),
          Plain.NULL);
  private static final Item ITEM =
      Plain.item(
          "a", 1, "b", Map.of("c", 2), "d", List.of(1, 2), "e", java.util.Set.of(1), "f", "x");

  private final SplittableRandom random;
  private int bound;
  private int refused;

  ExpressionFuzz() {
    long seed = Property.seed();
    System.out.println("ExpressionFuzz: seed " + seed + " (replay: -Dtrestle.seed=" + seed + ")");
    random = new SplittableRandom(seed);
  }

  @Test
  void any_text_is_bound_or_refused_and_soon() throws InterruptedException {
    long end = System.nanoTime() + TIME.toNanos();
    inSmallThread(() -> {
      while (System.nanoTime() < end) attempt(text());
    });
    assertThat(bound).as("texts that were bound").isPositive();
    assertThat(refused).as("texts that were refused").isPositive();
  }

  private static void inSmallThread(Runnable work) throws InterruptedException {
    var failure = new AtomicReference<Throwable>();
    var thread = new Thread(null, work, "fuzz", STACK_BYTES);
    thread.setUncaughtExceptionHandler((_, thrown) -> failure.set(thrown));
    thread.start();
    thread.join();
    if (failure.get() != null) throw new AssertionError(failure.get());
  }

  private void attempt(String text) {
    for (var kind : ExpressionKind.values()) {
      var started = CLOCK.getCurrentThreadCpuTime();
      try {
        bind(kind, text);
        bound++;
      } catch (ValidationException expected) {
        refused++;
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError(kind + " of <" + text + ">", e);
      }
      var taken = Duration.ofNanos(CLOCK.getCurrentThreadCpuTime() - started);
      if (taken.compareTo(ONE_INPUT_MAX) > 0) {
        throw new AssertionError(kind + " of <" + text + "> took " + taken);
      }
    }
  }

  private void bind(ExpressionKind kind, String text) {
    var names = new LinkedHashMap<String, String>();
    if (text.contains("#a")) names.put("#a", "a");
    if (text.contains("#b")) names.put("#b", "b");
    var values = new LinkedHashMap<String, Object>();
    if (text.contains(":v")) values.put(":v", VALUES.get(random.nextInt(VALUES.size())));
    if (text.contains(":w")) values.put(":w", VALUES.get(random.nextInt(VALUES.size())));
    var result =
        BoundExpressions.of(
            new Expressions(
                kind == ExpressionKind.CONDITION ? text : null,
                kind == ExpressionKind.UPDATE ? text : null,
                kind == ExpressionKind.KEY_CONDITION ? text : null,
                kind == ExpressionKind.FILTER ? text : null,
                kind == ExpressionKind.PROJECTION ? text : null,
                names.isEmpty() ? null : names,
                values.isEmpty() || kind == ExpressionKind.PROJECTION ? null : Plain.item(values)),
            LegacyParameters.NONE);
    result.condition().ifPresent(condition -> condition.holds(ITEM));
    result.filter().ifPresent(condition -> condition.holds(Item.EMPTY));
    result.projection().ifPresent(projection -> projection.of(ITEM));
    result
        .update()
        .ifPresent(update -> {
          update.updatedAttributes(ITEM);
          update.apply(ITEM);
        });
  }

  private String text() {
    return switch (random.nextInt(6)) {
      case 0 -> characters();
      case 1, 2 -> soup();
      case 3 -> mutated();
      case 4 -> nested();
      default -> huge();
    };
  }

  private String characters() {
    var text = new StringBuilder();
    int length = random.nextInt(random.nextBoolean() ? 40 : 5000);
    int range = random.nextBoolean() ? 128 : Character.MAX_CODE_POINT + 1;
    for (int i = 0; i < length; i++) text.appendCodePoint(random.nextInt(range));
    return text.toString();
  }

  private String soup() {
    var text = new StringBuilder();
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
    int depth = random.nextInt(2100);
    return switch (random.nextInt(8)) {
      case 0 -> "(".repeat(depth);
      case 1 -> "(".repeat(depth) + "a<b" + ")".repeat(depth);
      case 2 -> "not ".repeat(depth) + "a<b";
      case 3 -> "a<" + "f(".repeat(depth) + "b" + ")".repeat(depth);
      case 4 -> "a<b " + "or (a<b ".repeat(depth / 8) + ")".repeat(depth / 8);
      case 5 -> "SET a = " + "if_not_exists(b,".repeat(depth / 9) + ":v" + ")".repeat(depth / 9);
      case 6 -> "SET a = " + "(".repeat(depth) + "b" + ")".repeat(depth);
      default -> "a" + "[0]".repeat(depth / 2) + " = :v";
    };
  }

  private String huge() {
    int count = random.nextInt(2000);
    return switch (random.nextInt(6)) {
      case 0 -> "a IN (" + ":v,".repeat(count) + ":v)";
      case 1 -> "REMOVE " + "a,".repeat(count) + "b";
      case 2 -> numbered("REMOVE ", "a[%d]", count / 3);
      case 3 -> numbered("", "a.b%d", count / 3);
      case 4 -> numbered("SET ", "c%d=:v", count / 4);
      default -> "a=:v" + " AND a=:v".repeat(count / 5);
    };
  }

  private static String numbered(String start, String form, int count) {
    var text = new StringBuilder(start);
    for (int i = 0; i <= count; i++) text.append(i == 0 ? "" : ",").append(form.formatted(i));
    return text.toString();
  }
}
