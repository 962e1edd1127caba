package dev.trestle.design.source;

import dev.trestle.model.AutoScaling;
import dev.trestle.model.Billing;
import dev.trestle.model.Encryption;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the declaration of a table. */
final class TableSource {
  private final StringBuilder out = new StringBuilder();

  private TableSource() {}

  static String of(Table table, String constant) {
    var source = new TableSource();
    source.table(table, constant);
    return source.out.toString();
  }

  private void table(Table table, String constant) {
    out.append("  public static final Table %s =\n".formatted(constant));
    out.append("      Table.named(%s)\n".formatted(JavaNames.literal(table.name())));
    line("partition(%s)", key(table.partition()));
    table.sort().ifPresent(key -> line("sort(%s)", key(key)));
    for (var index : table.indexes()) {
      switch (index.scope()) {
        case GLOBAL -> line("global(%s)", global(index));
        case LOCAL -> line("local(%s)", local(index));
      }
    }
    table.provisioned().ifPresent(units -> line("provisioned(%s)", units(units)));
    table.timeToLive().ifPresent(name -> line("timeToLive(%s)", JavaNames.literal(name)));
    if (table.recovery()) line("recoverable(%s)", "");
    if (!table.replicas().isEmpty()) line("replicas(%s)", literals(table.replicas()));
    encryption(table.encryption()).ifPresent(each -> line("encryption(%s)", each));
    if (table.deletionProtection()) line("protectedFromDeletion(%s)", "");
    table.stream().ifPresent(view -> line("stream(%s)", "StreamView." + view.name()));
    out.append("          .build();\n");
  }

  private void line(String call, String argument) {
    out.append("          .").append(call.formatted(argument)).append('\n');
  }

  private static String key(KeyAttribute key) {
    var method =
        switch (key.type()) {
          case S -> "string";
          case N -> "number";
          case B -> "binary";
          case BOOL, NULL, SS, NS, BS, L, M ->
              throw new IllegalStateException("a key of " + key.type());
        };
    return "%s(%s)".formatted(method, JavaNames.literal(key.name()));
  }

  private static String global(TableIndex index) {
    var text = new StringBuilder();
    text.append("index(%s, %s)".formatted(JavaNames.literal(index.name()), key(index.partition())));
    index.sort().ifPresent(key -> text.append(".sort(%s)".formatted(key(key))));
    index.provisioned().ifPresent(units -> text.append(".provisioned(%s)".formatted(units(units))));
    return text.append(
            switch (index.projection()) {
              case Projection.All() -> ".all()";
              case Projection.KeysOnly() -> ".keysOnly()";
              case Projection.Include(var names) -> ".include(%s)".formatted(literals(names));
            })
        .toString();
  }

  private static String units(Billing.Provisioned declared) {
    var units = declared.throughput();
    return "%dL, %dL%s"
        .formatted(
            units.read(),
            units.write(),
            declared.scaling().map(scaled -> ", " + scaling(scaled)).orElse(""));
  }

  private static String scaling(AutoScaling scaling) {
    var upTo =
        "AutoScaling.upTo(%dL, %dL)".formatted(scaling.maximum().read(), scaling.maximum().write());
    return scaling.targetPercent() == AutoScaling.DEFAULT_TARGET_PERCENT
        ? upTo
        : upTo + ".targetPercent(%d)".formatted(scaling.targetPercent());
  }

  private static String local(TableIndex index) {
    var projection =
        switch (index.projection()) {
          case Projection.All() -> "new Projection.All()";
          case Projection.KeysOnly() -> "new Projection.KeysOnly()";
          case Projection.Include(var names) ->
              "new Projection.Include(List.of(%s))".formatted(literals(names));
        };
    return "%s, %s, %s"
        .formatted(JavaNames.literal(index.name()), key(index.sort().orElseThrow()), projection);
  }

  private static Optional<String> encryption(Encryption encryption) {
    return switch (encryption) {
      case Encryption.Owned() -> Optional.empty();
      case Encryption.Managed() -> Optional.of("new Encryption.Managed()");
      case Encryption.Customer(var arn) ->
          Optional.of("new Encryption.Customer(%s)".formatted(JavaNames.literal(arn)));
    };
  }

  private static String literals(List<String> texts) {
    return texts.stream().map(JavaNames::literal).collect(Collectors.joining(", "));
  }
}
