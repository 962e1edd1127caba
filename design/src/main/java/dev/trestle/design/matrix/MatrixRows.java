package dev.trestle.design.matrix;

import dev.trestle.design.ConditionText;
import dev.trestle.design.Design;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.ReadStep;
import dev.trestle.design.PatternDesign.Reading;
import dev.trestle.design.PatternDesign.Reads;
import dev.trestle.design.PatternDesign.Several;
import dev.trestle.design.PatternDesign.StepDesign;
import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writes;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.Units;
import dev.trestle.model.Heading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the rows of a matrix. */
final class MatrixRows {
  private final Design design;
  private final KeyConditions keys;
  private final List<Matrix.Row> rows = new ArrayList<>();

  MatrixRows(Design design) {
    this.design = design;
    keys = new KeyConditions(design);
  }

  List<Matrix.Row> list() {
    return rows;
  }

  void add(PatternDesign pattern, Units units) {
    add(pattern, units, false);
  }

  private void add(PatternDesign pattern, Units units, boolean step) {
    switch (pattern) {
      case Read read -> rows.add(row(read, units, step));
      case Write write -> rows.add(row(write, units, step, operation(write), ""));
      case Reads reads -> {
        rows.add(
            heading(
                reads.heading(),
                units,
                step,
                tables(reads.steps().stream().map(each -> each.read().table())),
                reads.transactional() ? "TransactGetItems" : "BatchGetItem",
                ""));
        reads.steps().forEach(each -> add(each, reads.transactional()));
      }
      case Writes writes -> {
        rows.add(
            heading(writes.heading(), units, step, tables(writes.steps()), "BatchWriteItem", ""));
        for (var each : writes.steps()) {
          var alone = PatternCost.of(design, each.write()).perCall().total();
          rows.add(row(each.write(), alone, true, operation(each.write()) + " × n", ""));
        }
      }
      case Transact transact -> {
        rows.add(
            heading(
                transact.heading(),
                units,
                step,
                tables(transact.steps()),
                "TransactWriteItems",
                ""));
        transact.steps().forEach(this::add);
      }
      case Several several -> {
        rows.add(heading(several.heading(), units, step, "", "composite", several.reason()));
        for (var inner : several.patterns()) {
          add(inner, PatternCost.of(design, inner).perCall().total(), true);
        }
      }
    }
  }

  private void add(StepDesign step) {
    var alone = new Transact(step.write().heading(), List.of(step));
    var units = PatternCost.of(design, alone).perCall().total();
    var operation = operation(step.write()) + times(step.many(), step.optional());
    rows.add(row(step.write(), units, true, operation, "transactional"));
  }

  private void add(ReadStep step, boolean transactional) {
    var alone = new Reads(step.read().heading(), List.of(step), transactional);
    var units = PatternCost.of(design, alone).perCall().total();
    var row = row(step.read(), units, true);
    rows.add(
        row.with(
            row.operation() + times(step.many(), step.optional()),
            transactional ? "transactional" : row.consistency()));
  }

  private static String times(Optional<Integer> many, boolean optional) {
    return many.map(most -> " × " + most).orElse("") + (optional ? " (maybe)" : "");
  }

  private static String tables(List<StepDesign> steps) {
    return tables(steps.stream().map(step -> step.write().table()));
  }

  private static String tables(Stream<String> tables) {
    return tables.distinct().collect(Collectors.joining(", "));
  }

  private static Matrix.Row heading(
      Heading heading, Units units, boolean step, String table, String operation, String details) {
    return new Matrix.Row(
        step,
        heading.id(),
        heading.title(),
        table,
        Optional.empty(),
        operation,
        "",
        details,
        "",
        units,
        heading.load().perSecond());
  }

  private Matrix.Row row(Read read, Units units, boolean step) {
    var details = new ArrayList<String>();
    if (read.operation() == Reading.QUERY) {
      var page = read.counts() ? "looks at up to " : "page ";
      details.add((read.descending() ? "greatest first, " : "") + page + read.page());
    }
    read.across()
        .ifPresent(fanOut ->
            details.add(
                "a request for each %s, up to %d, merged".formatted(fanOut.part(), fanOut.most())));
    read.filter().ifPresent(filter -> details.add("filter: " + ConditionText.of(filter)));
    if (read.single()) details.add("one expected");
    if (read.withExpired()) details.add("with expired items");
    return new Matrix.Row(
        step,
        read.id(),
        read.heading().title(),
        read.table(),
        read.index(),
        switch (read.operation()) {
          case GET_ITEM -> "GetItem";
          case QUERY ->
              "Query"
                  + (read.counts() ? " (count)" : "")
                  + read.across().map(fanOut -> " × " + fanOut.most()).orElse("");
          case BATCH_GET_ITEM -> "BatchGetItem";
        },
        keys.of(read),
        String.join("; ", details),
        read.consistent() ? "consistent" : "eventual",
        units,
        read.heading().load().perSecond());
  }

  private Matrix.Row row(
      Write write, Units units, boolean step, String operation, String consistency) {
    var details = new ArrayList<String>();
    write.actions().stream().map(ConditionText::of).forEach(details::add);
    write.condition().ifPresent(condition -> details.add("if " + ConditionText.of(condition)));
    if (write.returnsOld()) details.add("returns the record before it");
    return new Matrix.Row(
        step,
        write.id(),
        write.heading().title(),
        write.table(),
        Optional.empty(),
        operation,
        keys.of(write),
        String.join("; ", details),
        consistency,
        units,
        write.heading().load().perSecond());
  }

  private static String operation(Write write) {
    return switch (write.operation()) {
      case PUT_ITEM -> "PutItem";
      case UPDATE_ITEM -> "UpdateItem";
      case DELETE_ITEM -> "DeleteItem";
      case CONDITION_CHECK -> "ConditionCheck";
      case BATCH_WRITE_ITEM -> "BatchWriteItem";
    };
  }
}
