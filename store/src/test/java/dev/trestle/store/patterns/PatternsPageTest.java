package dev.trestle.store.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Condition;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Conditions;
import dev.trestle.model.Delete;
import dev.trestle.model.EntityBuilder;
import dev.trestle.model.Field;
import dev.trestle.model.Get;
import dev.trestle.model.Load;
import dev.trestle.model.Model;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.NestedRecord;
import dev.trestle.model.Operand;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Part;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What docs/model/patterns.md shows is compiled and run here, and it leaves out no word. */
final class PatternsPageTest {
  private static final Path ROOT = Path.of(System.getProperty("trestle.root", "."));
  private static final Path HERE = ROOT.resolve("store/src/test/java/dev/trestle/store/patterns");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\R(.*?)^```$");

  private static final Pattern SPAN = Pattern.compile("`([^`]+)`");

  private static final List<Class<?>> BUILDERS =
      List.of(
          Table.Builder.class,
          TableIndex.Draft.class,
          EntityBuilder.class,
          Get.Builder.class,
          Query.Builder.class,
          Put.Builder.class,
          Update.Builder.class,
          Delete.Builder.class,
          ConditionCheck.Builder.class,
          Transaction.Builder.class,
          BatchGet.Builder.class,
          BatchWrite.Builder.class,
          MultiGet.Builder.class,
          MultiWrite.Builder.class,
          Model.Builder.class,
          Conditions.class,
          Condition.class,
          Field.class,
          Operand.class,
          NestedRecord.class);

  /** Words whose examples are elsewhere: a migration, and the other design of these tests. */
  private static final Set<String> ELSEWHERE = Set.of("movedFrom", "escaped", "ulid", "monthOf");

  /** What parts, loads and populations are asked for, which nobody declares by. */
  private static final Set<String> QUESTIONS = Set.of("of", "text", "parse", "values");

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("docs/model/patterns.md"));
  }

  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  @TestFactory
  Stream<DynamicTest> every_block_stands_in_the_source() throws IOException {
    var sources = new ArrayList<List<String>>();
    for (var name :
        List.of(
            "Courier.java",
            "CourierWrites.java",
            "CourierVans.java",
            "CourierTest.java",
            "GarageTest.java")) {
      sources.add(lines(Files.readString(HERE.resolve(name))));
    }
    var pieces =
        BLOCK
            .matcher(page())
            .results()
            .flatMap(block -> Arrays.stream(block.group(1).split("\\R\\R")))
            .map(PatternsPageTest::lines)
            .filter(piece -> !piece.isEmpty())
            .toList();
    assertThat(pieces).hasSizeGreaterThan(50);
    return pieces.stream()
        .map(piece ->
            DynamicTest.dynamicTest(
                piece.getFirst(),
                () ->
                    assertThat(sources)
                        .anySatisfy(source -> assertThat(source).containsSequence(piece))));
  }

  @TestFactory
  Stream<DynamicTest> every_word_of_a_builder_is_on_the_page() throws IOException {
    var code = code(page());
    return everyWord()
        .map(word ->
            DynamicTest.dynamicTest(
                word, () -> assertThat(code).containsPattern("\\b" + word + "\\b")));
  }

  /** In a block, which is compiled and run, and not only in a table. */
  @TestFactory
  Stream<DynamicTest> every_word_of_a_builder_has_an_example() throws IOException {
    var blocks =
        BLOCK
            .matcher(page())
            .results()
            .map(block -> block.group(1))
            .collect(Collectors.joining("\n"));
    return everyWord()
        .filter(word -> !ELSEWHERE.contains(word))
        .map(word ->
            DynamicTest.dynamicTest(
                word, () -> assertThat(blocks).containsPattern("\\b" + word + "\\(")));
  }

  private static Stream<String> everyWord() {
    var words = BUILDERS.stream().flatMap(type -> words(type, type));
    var makers =
        Stream.of(Part.class, Load.class, Population.class, Alarms.class, BackupPlan.class)
            .flatMap(PatternsPageTest::made);
    return Stream.concat(words, makers).distinct();
  }

  /** Blocks and what stands between backticks: a word in a sentence declares nothing. */
  private static String code(String page) {
    var blocks = BLOCK.matcher(page).results().map(block -> block.group(1));
    var spans =
        SPAN.matcher(BLOCK.matcher(page).replaceAll("")).results().map(span -> span.group(1));
    return Stream.concat(blocks, spans).collect(Collectors.joining("\n"));
  }

  private static Stream<String> words(Class<?> type, Class<?> declaring) {
    return publicMethods(type)
        .filter(method -> method.getDeclaringClass() == declaring)
        .map(Method::getName)
        .filter(name -> !name.equals("build"));
  }

  /** Methods that return the same type. */
  private static Stream<String> made(Class<?> type) {
    return publicMethods(type)
        .filter(method -> method.getReturnType() == type)
        .map(Method::getName)
        .filter(name -> !QUESTIONS.contains(name));
  }

  private static Stream<Method> publicMethods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic());
  }
}
