package dev.trestle.conformance.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.cost.Sample.Cell;
import dev.trestle.conformance.cost.Sample.Change;
import dev.trestle.conformance.cost.Sample.Step;
import dev.trestle.design.cost.Consumption;
import dev.trestle.design.cost.ItemCost;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Property;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The model predicts exactly what the engine consumes, for the table and each index. */
class PredictedCapacityProperties {
  private static final int RUNS = 120;

  private final AtomicInteger tables = new AtomicInteger();

  @Test
  void what_is_predicted_is_what_is_consumed() {
    try (var trestle = Trestle.inMemory()) {
      Property.check(RUNS, Sample.ALL, sample -> check(trestle, sample));
    }
  }

  private void check(Trestle trestle, Sample sample) {
    var table = SampleTable.table("table" + tables.incrementAndGet(), sample);
    SampleTable.create(trestle.client(), table);
    var requests = new Requests(trestle.client(), table.name());
    var run = new Run(new ItemCost(table), new HashMap<>());
    for (var step : sample.steps()) {
      var predicted = run.predict(step);
      if (predicted.isEmpty()) continue;
      assertThat(consumed(requests, step).byResource())
          .as("%s", step)
          .isEqualTo(predicted.get().byResource());
    }
    trestle.client().deleteTable(r -> r.tableName(table.name()));
  }

  private static Consumption consumed(Requests requests, Step step) {
    return switch (step) {
      case Step.Write(var change) -> requests.write(change);
      case Step.BatchWrite(var changes) -> requests.batchWrite(changes);
      case Step.TransactWrite(var changes) -> requests.transactWrite(changes);
      case Step.Get(var cell, var consistent) -> requests.get(cell, consistent);
      case Step.BatchGet(var cells, var consistent) -> requests.batchGet(cells, consistent);
      case Step.TransactGet(var cells) -> requests.transactGet(cells);
      case Step.Query(var partition, var consistent) ->
          requests.query("pk", "partition" + partition, consistent);
      case Step.QueryGlobal(var group) ->
          requests.queryIndex(SampleTable.GLOBAL, "group", "group" + group, false);
      case Step.QueryLocal(var partition, var consistent) ->
          requests.queryIndex(SampleTable.LOCAL, "pk", "partition" + partition, consistent);
    };
  }

  /** The current content of the table, and what each step should cost. */
  private record Run(ItemCost cost, Map<Cell, Item> items) {
    Optional<Consumption> predict(Step step) {
      return switch (step) {
        case Step.Write(var change) -> Optional.of(write(change));
        case Step.BatchWrite(var changes) -> Optional.of(sum(changes, false));
        case Step.TransactWrite(var changes) -> Optional.of(sum(changes, true));
        case Step.Get(var cell, var consistent) ->
            Optional.of(get(List.of(cell), consistency(consistent)));
        case Step.BatchGet(var cells, var consistent) ->
            Optional.of(get(cells, consistency(consistent)));
        case Step.TransactGet(var cells) -> Optional.of(get(cells, Consistency.TRANSACTIONAL));
        case Step.Query(var partition, var consistent) ->
            Optional.of(cost.query(having("pk", "partition" + partition), consistent));
        case Step.QueryGlobal(var group) ->
            index(SampleTable.GLOBAL, having("group", "group" + group), false);
        case Step.QueryLocal(var partition, var consistent) ->
            index(SampleTable.LOCAL, having("pk", "partition" + partition), consistent);
      };
    }

    private Optional<Consumption> index(String name, List<Item> items, boolean consistent) {
      return cost.table().indexes().stream()
          .filter(index -> index.name().equals(name))
          .findFirst()
          .map(index -> cost.query(index, items, consistent));
    }

    private List<Item> having(String attribute, String value) {
      var wanted = Optional.of(Value.string(value));
      return items.values().stream().filter(item -> item.get(attribute).equals(wanted)).toList();
    }

    private static Consistency consistency(boolean consistent) {
      return consistent ? Consistency.STRONG : Consistency.EVENTUAL;
    }

    private Consumption get(List<Cell> cells, Consistency consistency) {
      var found = new ArrayList<Optional<Item>>();
      for (var cell : cells) found.add(Optional.ofNullable(items.get(cell)));
      return cost.get(found, consistency);
    }

    private Consumption sum(List<Change> changes, boolean transaction) {
      var sum = Consumption.NONE;
      for (var change : changes) {
        var each = write(change);
        sum = sum.plus(transaction ? each.transactional() : each);
      }
      return sum;
    }

    private Consumption write(Change change) {
      var before = Optional.ofNullable(items.get(change.cell()));
      return switch (change.kind()) {
        case CHECK -> cost.check(before);
        case PUT, UPDATE -> {
          var after = SampleTable.item(change.cell(), change.content());
          items.put(change.cell(), after);
          yield cost.write(before, Optional.of(after));
        }
        case DELETE -> {
          items.remove(change.cell());
          yield cost.write(before, Optional.empty());
        }
      };
    }
  }
}
