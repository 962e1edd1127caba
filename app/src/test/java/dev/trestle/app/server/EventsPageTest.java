package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.ecobid.event.MarketEvent;
import dev.trestle.messenger.event.ChatEvent;
import dev.trestle.platform.event.EventRelay;
import dev.trestle.stak.event.DeliveryEvent;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page about events names every type of event and everything in it. */
class EventsPageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("trestle.root", "..")).resolve("docs/EVENTS.md");

  @ParameterizedTest
  @CsvSource({"messenger", "stak", "ecobid"})
  void the_table_of_a_topic_is_that_of_its_records(String topic) throws IOException {
    var rows = Arrays.stream(events(topic).getPermittedSubclasses()).map(EventsPageTest::row);
    assertThat(section(topic)).containsExactlyElementsOf(rows.toList());
  }

  private static Class<?> events(String topic) {
    return switch (topic) {
      case "messenger" -> ChatEvent.class;
      case "stak" -> DeliveryEvent.class;
      case "ecobid" -> MarketEvent.class;
      default -> throw new IllegalArgumentException(topic);
    };
  }

  /** The first two columns of the table below a topic's heading. */
  private static List<String> section(String topic) throws IOException {
    var page = Files.readString(PAGE);
    var begin = page.indexOf("\n### " + topic + "\n");
    assertThat(begin).as("a heading for " + topic).isNotNegative();
    var rest = page.substring(begin + 1);
    return rest.lines()
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(0, line.indexOf(" | ", line.indexOf(" | ") + 1) + 2))
        .toList();
  }

  private static String row(Class<?> event) {
    return "| `%s` | %s |".formatted(EventRelay.type(event), facts(event));
  }

  private static String facts(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(EventsPageTest::fact)
        .collect(Collectors.joining(", "));
  }

  private static String fact(RecordComponent component) {
    var name = component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    return "`%s` %s".formatted(name, kind(component.getGenericType()));
  }

  private static String kind(Type type) {
    if (type instanceof ParameterizedType some) {
      var inner = kind(some.getActualTypeArguments()[0]);
      if (some.getRawType().equals(Optional.class)) return inner + "?";
      if (some.getRawType().equals(List.class)) return "list of " + inner;
    }
    if (type.equals(String.class)) return "text";
    if (type.equals(long.class) || type.equals(Long.class)) return "number";
    if (type.equals(boolean.class)) return "boolean";
    if (type.equals(Instant.class)) return "time";
    if (type instanceof Class<?> nested && nested.isRecord()) return "(" + facts(nested) + ")";
    throw new AssertionError("no word for " + type);
  }
}
