package dev.trestle.design.export;

import dev.trestle.design.Design;
import dev.trestle.design.PatternDesign;
import dev.trestle.model.Alarms;
import dev.trestle.model.Billing;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A CloudWatch alarm with a period of one minute.
 *
 * @param statistic {@code Sum} or {@code p99}
 * @param minutes for how many consecutive minutes the metric must be above the threshold
 */
record CloudWatchAlarm(
    String name,
    Table table,
    Optional<String> index,
    Optional<String> operation,
    String metric,
    String statistic,
    double threshold,
    int minutes) {
  static final String NAMESPACE = "AWS/DynamoDB";
  static final int PERIOD_SECONDS = 60;
  static final String COMPARISON = "GreaterThanThreshold";
  static final String MISSING = "notBreaching";

  /** Long enough to ignore short spikes. */
  private static final int LASTING_MINUTES = 5;

  boolean isPercentile() {
    return statistic.startsWith("p");
  }

  static List<CloudWatchAlarm> of(Design design, Table table) {
    var alarms = new ArrayList<CloudWatchAlarm>();
    table
        .alarms()
        .ifPresent(wanted -> {
          addUnits(table, wanted, alarms);
          if (wanted.throttled()) addThrottled(table, alarms);
          wanted
              .latencyP99()
              .ifPresent(latency ->
                  operations(design, table)
                      .forEach(operation ->
                          alarms.add(
                              new CloudWatchAlarm(
                                  table.name() + "-" + operation + "-latency",
                                  table,
                                  Optional.empty(),
                                  Optional.of(operation),
                                  "SuccessfulRequestLatency",
                                  "p99",
                                  latency.toMillis(),
                                  LASTING_MINUTES))));
        });
    return alarms;
  }

  private static void addUnits(Table table, Alarms wanted, List<CloudWatchAlarm> alarms) {
    table
        .provisioned()
        .ifPresent(units -> alarms.addAll(units(table, Optional.empty(), units, wanted)));
    global(table)
        .forEach(index ->
            table
                .provisioned(index)
                .ifPresent(units ->
                    alarms.addAll(units(table, Optional.of(index.name()), units, wanted))));
  }

  /** Scaling follows the load up to its maximum, so the alarm is for a share of that. */
  private static List<CloudWatchAlarm> units(
      Table table, Optional<String> index, Billing.Provisioned provisioned, Alarms wanted) {
    var units = provisioned.most();
    double seconds = wanted.consumedShare() * PERIOD_SECONDS;
    return List.of(
        sum(table, index, "ConsumedReadCapacityUnits", units.read() * seconds, LASTING_MINUTES),
        sum(table, index, "ConsumedWriteCapacityUnits", units.write() * seconds, LASTING_MINUTES));
  }

  private static void addThrottled(Table table, List<CloudWatchAlarm> alarms) {
    for (var metric : List.of("ReadThrottleEvents", "WriteThrottleEvents")) {
      alarms.add(sum(table, Optional.empty(), metric, 0, 1));
      global(table)
          .forEach(index -> alarms.add(sum(table, Optional.of(index.name()), metric, 0, 1)));
    }
  }

  private static CloudWatchAlarm sum(
      Table table, Optional<String> index, String metric, double threshold, int minutes) {
    var of = index.map(name -> table.name() + "/" + name).orElse(table.name());
    return new CloudWatchAlarm(
        of + "-" + metric, table, index, Optional.empty(), metric, "Sum", threshold, minutes);
  }

  private static Stream<TableIndex> global(Table table) {
    return table.indexes().stream().filter(index -> index.scope() == TableIndex.Scope.GLOBAL);
  }

  /** The API names of the operations that patterns use on a table. */
  private static TreeSet<String> operations(Design design, Table table) {
    var names = new TreeSet<String>();
    design.patterns().forEach(pattern -> addOperations(pattern, table.name(), names));
    return names;
  }

  private static void addOperations(PatternDesign pattern, String table, TreeSet<String> names) {
    switch (pattern) {
      case PatternDesign.Read read -> {
        if (read.table().equals(table)) names.add(apiName(read.operation()));
      }
      case PatternDesign.Write write -> {
        if (write.table().equals(table)) names.add(apiName(write.operation()));
      }
      case PatternDesign.Reads(var ignored, var steps, boolean transactional) -> {
        if (steps.stream().anyMatch(step -> step.read().table().equals(table))) {
          names.add(transactional ? "TransactGetItems" : "BatchGetItem");
        }
      }
      case PatternDesign.Writes(var ignored, var steps) -> {
        if (steps.stream().anyMatch(step -> step.write().table().equals(table))) {
          names.add("BatchWriteItem");
        }
      }
      case PatternDesign.Transact(var ignored, var steps) -> {
        if (steps.stream().anyMatch(step -> step.write().table().equals(table))) {
          names.add("TransactWriteItems");
        }
      }
      case PatternDesign.Several(var ignored, var patterns, var ignored2) ->
          patterns.forEach(each -> addOperations(each, table, names));
    }
  }

  private static String apiName(PatternDesign.Reading operation) {
    return switch (operation) {
      case GET_ITEM -> "GetItem";
      case QUERY -> "Query";
      case BATCH_GET_ITEM -> "BatchGetItem";
    };
  }

  private static String apiName(PatternDesign.Writing operation) {
    return switch (operation) {
      case PUT_ITEM -> "PutItem";
      case UPDATE_ITEM -> "UpdateItem";
      case DELETE_ITEM -> "DeleteItem";
      case BATCH_WRITE_ITEM -> "BatchWriteItem";
      case CONDITION_CHECK -> "TransactWriteItems";
    };
  }
}
