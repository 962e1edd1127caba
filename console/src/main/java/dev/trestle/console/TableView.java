package dev.trestle.console;

import dev.trestle.design.matrix.KeyDiagram;
import dev.trestle.design.matrix.Matrix;
import dev.trestle.engine.Engine;
import dev.trestle.engine.operation.DescribeTable;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.model.AutoScaling;
import dev.trestle.model.Billing;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.platform.web.ApiError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The tables: their declarations, and what the engine reports about them. */
record TableView(List<ConsoleSystem> systems, Optional<Engine> engine) {
  /** At most this many tables are listed. */
  private static final int TABLES_MAX = 100;

  record View(boolean engine, List<Line> tables) {}

  /**
   * One table.
   *
   * @param system the system that declares it; empty if none does
   * @param name as declared
   * @param stored its name on the engine
   * @param size its current size, if the engine has the table
   */
  record Line(
      Optional<String> system,
      String name,
      String stored,
      Optional<TableDescription.Size> size,
      List<Index> indexes,
      String billing,
      Optional<String> stream,
      Optional<String> timeToLive,
      List<String> entities,
      Optional<Double> readUnits,
      Optional<Long> writeUnits) {}

  record Index(
      String name, String scope, String projection, Optional<TableDescription.Size> size) {}

  /** A table with its keys and the patterns that read it. */
  record Detail(
      Line table, boolean engine, List<KeyDiagram> keys, List<ReadPatternView> patterns) {}

  View view() {
    var lines = new ArrayList<Line>();
    var known = new HashSet<String>();
    for (var system : systems) {
      for (var table : system.model().tables()) {
        lines.add(line(system, table));
        known.add(system.stored(table));
      }
    }
    if (engine.isPresent()) {
      for (var name : engine.get().run(new ListTables(null, TABLES_MAX)).tableNames()) {
        if (known.add(name)) lines.add(undeclared(engine.get(), name));
      }
    }
    return new View(engine.isPresent(), lines);
  }

  Detail detail(String systemName, String tableName) {
    var system = system(systems, systemName);
    var table =
        system.table(tableName).orElseThrow(() -> ApiError.notFound("There is no such table."));
    var keys =
        Matrix.of(system.model()).diagrams().stream()
            .filter(diagram -> diagram.table().equals(tableName))
            .toList();
    return new Detail(
        line(system, table), engine.isPresent(), keys, ReadPatternView.of(system, table));
  }

  static ConsoleSystem system(List<ConsoleSystem> systems, String name) {
    return systems.stream()
        .filter(system -> system.name().equals(name))
        .findFirst()
        .orElseThrow(() -> ApiError.notFound("There is no such system."));
  }

  private Line line(ConsoleSystem system, Table table) {
    var stored = system.stored(table);
    var described = engine.flatMap(running -> describe(running, stored));
    var meter = engine.flatMap(running -> running.usage(stored));
    return new Line(
        Optional.of(system.name()),
        table.name(),
        stored,
        described.map(TableDescription::size),
        table.indexes().stream().map(index -> index(index, described)).toList(),
        billing(table.billing(), described),
        table.stream().map(Enum::name),
        table.timeToLive(),
        system.model().entities().stream()
            .filter(entity -> entity.table().equals(table))
            .map(entity -> entity.name())
            .toList(),
        meter.map(units -> units.readUnits()),
        meter.map(units -> units.writeUnits()));
  }

  private static Index index(TableIndex index, Optional<TableDescription> described) {
    return new Index(
        index.name(),
        index.scope().name().toLowerCase(Locale.ROOT),
        switch (index.projection()) {
          case Projection.All _ -> "all";
          case Projection.KeysOnly _ -> "keys only";
          case Projection.Include(var names) -> String.join(", ", names);
        },
        described.map(table -> table.indexSizes().get(index.name())));
  }

  /** The units as they are now, which scaling or somebody may have changed. */
  private static String billing(Billing billing, Optional<TableDescription> described) {
    return switch (billing) {
      case Billing.OnDemand _ -> "on demand";
      case Billing.Provisioned(var declared, var scaling) -> {
        var units =
            described
                .map(table -> table.definition().throughput())
                .filter(live -> live.readUnits() > 0)
                .orElse(new ProvisionedUnits(declared.read(), declared.write()));
        var upTo =
            scaling
                .map(AutoScaling::maximum)
                .map(most -> ", scaled up to %d / %d".formatted(most.read(), most.write()))
                .orElse("");
        yield "provisioned %d / %d%s".formatted(units.readUnits(), units.writeUnits(), upTo);
      }
    };
  }

  private static Optional<TableDescription> describe(Engine engine, String name) {
    return engine.usage(name).map(_ -> engine.run(new DescribeTable(name)));
  }

  private static Line undeclared(Engine engine, String name) {
    var described = engine.run(new DescribeTable(name));
    var definition = described.definition();
    return new Line(
        Optional.empty(),
        name,
        name,
        Optional.of(described.size()),
        definition.indexes().stream().map(index -> index(index, described)).toList(),
        switch (definition.billing()) {
          case PAY_PER_REQUEST -> "on demand";
          case PROVISIONED -> "provisioned";
        },
        definition.stream().filter(stream -> stream.enabled()).map(stream -> stream.view().name()),
        definition.timeToLive().map(ttl -> ttl.attribute()),
        List.of(),
        engine.usage(name).map(meter -> meter.readUnits()),
        engine.usage(name).map(meter -> meter.writeUnits()));
  }

  private static Index index(SecondaryIndex index, TableDescription described) {
    return new Index(
        index.name(),
        index.isGlobal() ? "global" : "local",
        "",
        Optional.ofNullable(described.indexSizes().get(index.name())));
  }
}
