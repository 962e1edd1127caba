package dev.trestle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A model from outside whose classes are loaded as items need them. */
class MigratedClassTest {
  /** The example has no label, so nothing needs {@code Labels} before an item has one. */
  private static final String SOURCE =
      """
      package shop;

      import dev.trestle.model.*;
      import dev.trestle.model.key.*;
      import java.lang.invoke.MethodHandles;
      import java.util.Optional;

      public final class Crates {
        public record Label(String text, long size) {
          public Label {
            Labels.check(text);
          }
        }

        static final class Labels {
          static void check(String text) {
            if (text.isBlank()) throw new IllegalArgumentException("a blank label");
          }
        }

        public record Crate(String id, Optional<Label> label, long weight) {}

        static final Table TABLE =
            Table.named("crates").partition(Table.string("id")).build();

        static final Entity<Crate> CRATES =
            TABLE
                .entity(Crate.class, MethodHandles.lookup())
                .partition(Part.raw("id", 40))
                .byDefault(Crate::weight)
                .is(1L)
                .example(new Crate("c1", Optional.empty(), 1));

        public static final Model MODEL = Model.named("crates").entities(CRATES).build();
      }
      """;

  @TempDir Path folder;

  private void compile() throws IOException {
    var source = Files.writeString(folder.resolve("Crates.java"), SOURCE);
    var javac = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    var classpath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    try (var files = javac.getStandardFileManager(null, null, null)) {
      var options =
          List.of("-d", folder.resolve("classes").toString(), "-cp", classpath, "-proc:none");
      var sources = files.getJavaFileObjects(source);
      assertThat(javac.getTask(null, files, null, options, null, sources).call()).isTrue();
    }
  }

  @Test
  void items_that_need_more_classes_than_the_declaration_are_migrated() throws IOException {
    compile();
    var err = new StringWriter();
    try (var trestle = Trestle.inMemory();
        var server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0)) {
      var where = List.of("--endpoint", server.endpoint().toString());
      var label =
          Map.of("text", AttributeValue.fromS("fragile"), "size", AttributeValue.fromN("2"));
      assertThat(run(err, where, "create")).as(err.toString()).isZero();
      trestle
          .client()
          .putItem(ask ->
              ask.tableName("crates")
                  .item(
                      Map.of(
                          "id", AttributeValue.fromS("c2"), "label", AttributeValue.fromM(label))));
      assertThat(run(err, where, "migrate", "apply")).as(err.toString()).isZero();
      var item =
          trestle
              .client()
              .getItem(ask -> ask.tableName("crates").key(Map.of("id", AttributeValue.fromS("c2"))))
              .item();
      assertThat(item).containsEntry("weight", AttributeValue.fromN("1"));
    }
  }

  private int run(StringWriter err, List<String> where, String... command) {
    var args = new ArrayList<>(List.of(command));
    args.addAll(List.of("shop.Crates", "--classpath", "classes"));
    args.addAll(where);
    var environment = new Environment(Map.of(), folder, new ClasspathDesigns());
    var out = new PrintWriter(new StringWriter());
    return Main.run(environment, out, new PrintWriter(err), args.toArray(String[]::new));
  }
}
