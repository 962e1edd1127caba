package dev.trestle.model.matrix;

import dev.trestle.model.Heading;
import dev.trestle.model.cost.PatternCost;
import dev.trestle.model.cost.Units;
import dev.trestle.model.design.Design;
import dev.trestle.model.design.PatternDesign;
import dev.trestle.model.design.PatternDesign.Changed;
import dev.trestle.model.design.PatternDesign.Read;
import dev.trestle.model.design.PatternDesign.Reading;
import dev.trestle.model.design.PatternDesign.Several;
import dev.trestle.model.design.PatternDesign.StepDesign;
import dev.trestle.model.design.PatternDesign.Transact;
import dev.trestle.model.design.PatternDesign.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes the rows of a matrix. */
final class Rows {
  private final Design design;
  private final KeyConditions keys;
  private final List<Matrix.Row> rows = new ArrayList<>();

  Rows(Design design) {
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
      case Transact transact -> {
        rows.add(
            heading(transact.heading(), units, step, tables(transact), "TransactWriteItems", ""));
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
    var operation = operation(step.write());
    if (step.many().isPresent()) operation += " × " + step.many().get();
    if (step.optional()) operation += " (maybe)";
    rows.add(row(step.write(), units, true, operation, "transactional"));
  }

  private static String tables(Transact transact) {
    return transact.steps().stream()
        .map(step -> step.write().table())
        .distinct()
        .collect(Collectors.joining(", "));
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
      details.add((read.descending() ? "greatest first, " : "") + "page " + read.page());
    }
    read.filter().ifPresent(filter -> details.add("filter: " + filter));
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
          case QUERY -> "Query";
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
    write.changes().stream().map(Changed::change).forEach(details::add);
    write.condition().ifPresent(condition -> details.add("if " + condition));
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
