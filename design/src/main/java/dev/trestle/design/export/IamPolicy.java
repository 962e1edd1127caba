package dev.trestle.design.export;

import dev.trestle.design.Design;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.Reads;
import dev.trestle.design.PatternDesign.Several;
import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writes;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Exports a design as an IAM policy with the fewest permissions: exactly the operations that its
 * patterns use, on the tables and indexes they use. Creating tables is not among them.
 */
public final class IamPolicy {
  private static final String ARN = "arn:aws:dynamodb:*:*:table/";

  /** Operations by table or index, both in alphabetical order. */
  private final Map<String, Set<String>> operations = new TreeMap<>();

  /** Comes before each table's name. */
  private final String prefix;

  private IamPolicy(String prefix) {
    this.prefix = prefix;
  }

  public static String write(Design design) {
    return write(design, "");
  }

  /**
   * Writes the policy for tables whose names have a prefix.
   *
   * @param prefix as servers are given it
   */
  public static String write(Design design, String prefix) {
    var policy = new IamPolicy(prefix);
    design.patterns().forEach(policy::add);
    design.tables().forEach(policy::add);
    return policy.print();
  }

  private void add(PatternDesign pattern) {
    switch (pattern) {
      case Read read -> allow(resource(read), operation(read));
      case Write write -> allow(write.table(), operation(write));
      case Reads reads -> {
        var operation = reads.transactional() ? "GetItem" : "BatchGetItem";
        reads.steps().forEach(step -> allow(resource(step.read()), operation));
      }
      case Writes writes ->
          writes.steps().forEach(step -> allow(step.write().table(), "BatchWriteItem"));
      case Transact transact ->
          transact.steps().forEach(step -> allow(step.write().table(), operation(step.write())));
      case Several several -> several.patterns().forEach(this::add);
    }
  }

  /** Stores and feeds look at the table; consumers of its changes read the stream. */
  private void add(Table table) {
    allow(table.name(), "DescribeTable");
    if (table.stream().isEmpty()) return;
    for (var operation : List.of("DescribeStream", "GetRecords", "GetShardIterator")) {
      allow(table.name() + "/stream/*", operation);
    }
  }

  private static String resource(Read read) {
    return read.index().map(index -> read.table() + "/index/" + index).orElse(read.table());
  }

  private static String operation(Read read) {
    return switch (read.operation()) {
      case GET_ITEM -> "GetItem";
      case QUERY -> "Query";
      case BATCH_GET_ITEM -> "BatchGetItem";
    };
  }

  private static String operation(Write write) {
    return switch (write.operation()) {
      case PUT_ITEM -> "PutItem";
      case UPDATE_ITEM -> "UpdateItem";
      case DELETE_ITEM -> "DeleteItem";
      case CONDITION_CHECK -> "ConditionCheckItem";
      case BATCH_WRITE_ITEM -> "BatchWriteItem";
    };
  }

  private void allow(String resource, String operation) {
    operations.computeIfAbsent(resource, key -> new TreeSet<>()).add("dynamodb:" + operation);
  }

  /** Resources with the same operations share a statement. */
  private String print() {
    var resources = new TreeMap<String, List<String>>();
    operations.forEach((resource, allowed) ->
        resources
            .computeIfAbsent(String.join(" ", allowed), key -> new ArrayList<>())
            .add(ARN + prefix + resource));
    var statements = new ArrayList<JsonTree>();
    resources.forEach((allowed, arns) ->
        statements.add(
            JsonTree.object()
                .put("Effect", "Allow")
                .put("Action", JsonTree.texts(List.of(allowed.split(" ", -1))))
                .put("Resource", JsonTree.texts(arns))
                .done()));
    return JsonTree.object()
        .put("Version", "2012-10-17")
        .put("Statement", JsonTree.array(statements))
        .done()
        .print();
  }
}
