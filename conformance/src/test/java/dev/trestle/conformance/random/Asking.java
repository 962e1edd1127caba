package dev.trestle.conformance.random;

import dev.trestle.testing.reference.Path;
import dev.trestle.testing.reference.Placeholders;
import dev.trestle.testing.reference.Refused;
import dev.trestle.testing.reference.Shape;
import dev.trestle.testing.reference.Values;
import dev.trestle.testing.reference.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Puts steps to a client and brings its answers into comparable form. */
final class Asking {
  private static final ReturnConsumedCapacity UNITS = ReturnConsumedCapacity.INDEXES;

  private final DynamoDbClient client;
  private final Function<String, Shape> shapes;

  /** One page of a query or scan. */
  private record Part(
      List<Map<String, AttributeValue>> items,
      int count,
      int scanned,
      Map<String, AttributeValue> lastKey,
      ConsumedCapacity units) {}

  Asking(DynamoDbClient client, Function<String, Shape> shapes) {
    this.client = client;
    this.shapes = shapes;
  }

  /** Asks; the number makes tokens of transactions that differ from step to step. */
  Answer ask(Step step, int number) {
    try {
      return switch (step) {
        case Step.WriteOne(var write, var returned, var showOld) ->
            new Writing(client).one(write, returned, showOld);
        case Step.Get get -> get(get);
        case Step.Query query -> query(query);
        case Step.Scan scan -> scan(scan);
        case Step.BatchWrite(var writes) -> batchWrite(writes);
        case Step.BatchGet(var keys) -> batchGet(keys);
        case Step.Transact transact -> transact(transact, "step-" + number);
        case Step.TransactGet(var keys) -> transactGet(keys);
        case Step.Reopen() -> throw new IllegalArgumentException("not a request");
      };
    } catch (DynamoDbException e) {
      return failed(e);
    }
  }

  private static Answer failed(DynamoDbException e) {
    var details = e.awsErrorDetails();
    return new Answer.Failed(
        details.errorCode(),
        details.errorMessage(),
        e instanceof ConditionalCheckFailedException failed && failed.hasItem()
            ? Optional.of(Values.normal(failed.item()))
            : Optional.empty(),
        e instanceof TransactionCanceledException cancelled
            ? cancelled.cancellationReasons().stream().map(Asking::reason).toList()
            : List.of());
  }

  private static Refused.Reason reason(CancellationReason reason) {
    return new Refused.Reason(
        reason.code(),
        reason.hasItem() ? Optional.of(Values.normal(reason.item())) : Optional.empty());
  }

  private Answer get(Step.Get get) {
    var p = new Placeholders();
    var request =
        GetItemRequest.builder()
            .tableName(get.key().table())
            .key(get.key().key())
            .consistentRead(get.consistent())
            .returnConsumedCapacity(UNITS);
    if (!get.paths().isEmpty()) request.projectionExpression(Path.renderAll(get.paths(), p));
    var response = client.getItem(request.expressionAttributeNames(p.names()).build());
    // An item of which nothing was asked for that it has comes back empty, not missing.
    var item =
        response.hasItem() && !response.item().isEmpty()
            ? List.of(Values.normal(response.item()))
            : List.<Map<String, AttributeValue>>of();
    return Answer.Done.of(item, units(List.of(response.consumedCapacity())));
  }

  private Answer query(Step.Query query) {
    var read = query.read();
    var parts =
        pages(
            query.after().orElse(Map.of()),
            start -> {
              var p = new Placeholders();
              var request =
                  QueryRequest.builder()
                      .tableName(read.table())
                      .keyConditionExpression(
                          read.keyConditions().stream()
                              .map(condition -> condition.render(p))
                              .collect(Collectors.joining(" AND ")))
                      .scanIndexForward(read.forward())
                      .consistentRead(query.consistent())
                      .returnConsumedCapacity(UNITS);
              read.index().ifPresent(request::indexName);
              query.limit().ifPresent(request::limit);
              read.filter().ifPresent(filter -> request.filterExpression(filter.render(p)));
              if (!read.paths().isEmpty()) {
                request.projectionExpression(Path.renderAll(read.paths(), p));
              }
              if (query.countOnly()) request.select(Select.COUNT);
              if (!start.isEmpty()) request.exclusiveStartKey(start);
              request.expressionAttributeNames(p.names()).expressionAttributeValues(p.values());
              var r = client.query(request.build());
              return new Part(
                  r.items(),
                  r.count(),
                  r.scannedCount(),
                  r.lastEvaluatedKey(),
                  r.consumedCapacity());
            });
    int count = parts.stream().mapToInt(Part::count).sum();
    return new Answer.Done(
        query.countOnly()
            ? List.of(Map.of("count", Values.number(count)))
            : InOrder.of(read, shapes.apply(read.table()), items(parts)),
        parts.stream().map(Part::scanned).toList(),
        units(parts.stream().map(Part::units).toList()));
  }

  private Answer scan(Step.Scan scan) {
    var read = scan.read();
    var all = new ArrayList<Part>();
    for (int i = 0; i < scan.segments(); i++) {
      int segment = i;
      all.addAll(
          pages(
              Map.of(),
              start -> {
                var p = new Placeholders();
                var request = ScanRequest.builder().tableName(read.table());
                read.index().ifPresent(request::indexName);
                scan.limit().ifPresent(request::limit);
                read.filter().ifPresent(filter -> request.filterExpression(filter.render(p)));
                if (!read.paths().isEmpty()) {
                  request.projectionExpression(Path.renderAll(read.paths(), p));
                }
                if (scan.segments() > 1) request.segment(segment).totalSegments(scan.segments());
                if (!start.isEmpty()) request.exclusiveStartKey(start);
                request.expressionAttributeNames(p.names()).expressionAttributeValues(p.values());
                request.returnConsumedCapacity(UNITS);
                var r = client.scan(request.build());
                return new Part(
                    r.items(),
                    r.count(),
                    r.scannedCount(),
                    r.lastEvaluatedKey(),
                    r.consumedCapacity());
              }));
    }
    return new Answer.Done(
        InOrder.of(read, shapes.apply(read.table()), items(all)),
        scan.segments() == 1 ? all.stream().map(Part::scanned).toList() : List.of(),
        Map.of());
  }

  private static List<Part> pages(
      Map<String, AttributeValue> start, Function<Map<String, AttributeValue>, Part> page) {
    var parts = new ArrayList<Part>();
    var from = start;
    do {
      parts.add(page.apply(from));
      from = parts.getLast().lastKey();
    } while (!from.isEmpty());
    return parts;
  }

  private static List<Map<String, AttributeValue>> items(List<Part> parts) {
    return parts.stream().flatMap(part -> part.items().stream()).map(Values::normal).toList();
  }

  private Answer batchWrite(List<Write> writes) {
    var requests = new TreeMap<String, List<WriteRequest>>();
    for (var write : writes) {
      requests.computeIfAbsent(write.table(), _ -> new ArrayList<>()).add(request(write));
    }
    var response =
        client.batchWriteItem(
            BatchWriteItemRequest.builder()
                .requestItems(requests)
                .returnConsumedCapacity(UNITS)
                .build());
    if (!response.unprocessedItems().isEmpty()) throw new AssertionError("unprocessed items");
    return Answer.Done.of(List.of(), units(response.consumedCapacity()));
  }

  private static WriteRequest request(Write write) {
    return switch (write) {
      case Write.Put(_, var item, _) ->
          WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
      case Write.Delete(_, var key, _) ->
          WriteRequest.builder().deleteRequest(DeleteRequest.builder().key(key).build()).build();
      case Write.Change _, Write.Check _ -> throw new IllegalArgumentException("not in a batch");
    };
  }

  private Answer batchGet(List<Step.Key> keys) {
    var requests =
        keys.stream()
            .collect(
                Collectors.groupingBy(
                    Step.Key::table, Collectors.mapping(Step.Key::key, Collectors.toList())));
    var response =
        client.batchGetItem(
            BatchGetItemRequest.builder()
                .requestItems(
                    requests.entrySet().stream()
                        .collect(
                            Collectors.toMap(
                                Map.Entry::getKey,
                                entry ->
                                    KeysAndAttributes.builder().keys(entry.getValue()).build())))
                .returnConsumedCapacity(UNITS)
                .build());
    if (!response.unprocessedKeys().isEmpty()) throw new AssertionError("unprocessed keys");
    var found =
        response.responses().values().stream().flatMap(List::stream).map(Values::normal).toList();
    return Answer.Done.of(InOrder.any(found), units(response.consumedCapacity()));
  }

  private Answer transact(Step.Transact transact, String token) {
    var request =
        TransactWriteItemsRequest.builder()
            .transactItems(
                transact.writes().stream()
                    .map(write -> Writing.inTransaction(write, transact.showOld()))
                    .toList())
            .clientRequestToken(token)
            .returnConsumedCapacity(UNITS)
            .build();
    var response = client.transactWriteItems(request);
    if (transact.again()) client.transactWriteItems(request);
    return Answer.Done.of(List.of(), units(response.consumedCapacity()));
  }

  private Answer transactGet(List<Step.Key> keys) {
    var items =
        keys.stream()
            .map(key ->
                TransactGetItem.builder()
                    .get(get -> get.tableName(key.table()).key(key.key()))
                    .build())
            .toList();
    var response =
        client.transactGetItems(
            TransactGetItemsRequest.builder()
                .transactItems(items)
                .returnConsumedCapacity(UNITS)
                .build());
    return Answer.Done.of(
        response.responses().stream().map(each -> Values.normal(each.item())).toList(),
        units(response.consumedCapacity()));
  }

  /** Units under the names of tables and indexes; those that took none are left out. */
  static Map<String, Double> units(List<ConsumedCapacity> all) {
    var units = new TreeMap<String, Double>();
    for (var capacity : all) {
      add(units, capacity.tableName(), capacity.table().capacityUnits());
      capacity.localSecondaryIndexes().forEach((name, u) -> add(units, name, u.capacityUnits()));
      capacity.globalSecondaryIndexes().forEach((name, u) -> add(units, name, u.capacityUnits()));
      double total = capacity.capacityUnits();
      double parts =
          capacity.table().capacityUnits()
              + capacity.localSecondaryIndexes().values().stream()
                  .mapToDouble(u -> u.capacityUnits())
                  .sum()
              + capacity.globalSecondaryIndexes().values().stream()
                  .mapToDouble(u -> u.capacityUnits())
                  .sum();
      if (total != parts) throw new AssertionError("units do not add up: " + capacity);
    }
    return units;
  }

  private static void add(Map<String, Double> units, String name, double more) {
    if (more > 0) units.merge(name, more, Double::sum);
  }
}
