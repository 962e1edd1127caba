package dev.trestle.conformance.random;

import dev.trestle.testing.reference.ExpectedError;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.ReferenceWrite;
import dev.trestle.testing.reference.TableShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Runs steps with a client and converts the results to a comparable form. */
final class StepRunner {
  static final ReturnConsumedCapacity UNITS = ReturnConsumedCapacity.INDEXES;

  private final DynamoDbClient client;
  private final Function<String, TableShape> shapes;

  StepRunner(DynamoDbClient client, Function<String, TableShape> shapes) {
    this.client = client;
    this.shapes = shapes;
  }

  /** Runs a step. The number makes transaction tokens that differ from step to step. */
  StepResult ask(Step step, int number) {
    try {
      return switch (step) {
        case Step.WriteOne(var write, var returned, var showOld) ->
            new Writing(client).one(write, returned, showOld);
        case Step.Get get -> new Reading(client, shapes).get(get);
        case Step.Query query -> new Reading(client, shapes).query(query);
        case Step.Scan scan -> new Reading(client, shapes).scan(scan);
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

  private static StepResult failed(DynamoDbException e) {
    var details = e.awsErrorDetails();
    return new StepResult.Failed(
        details.errorCode(),
        details.errorMessage(),
        e instanceof ConditionalCheckFailedException failed && failed.hasItem()
            ? Optional.of(ReferenceValues.normal(failed.item()))
            : Optional.empty(),
        e instanceof TransactionCanceledException cancelled
            ? cancelled.cancellationReasons().stream().map(StepRunner::reason).toList()
            : List.of());
  }

  private static ExpectedError.Reason reason(CancellationReason reason) {
    return new ExpectedError.Reason(
        reason.code(),
        reason.hasItem() ? Optional.of(ReferenceValues.normal(reason.item())) : Optional.empty());
  }

  private StepResult batchWrite(List<ReferenceWrite> writes) {
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
    return StepResult.Done.of(List.of(), units(response.consumedCapacity()));
  }

  private static WriteRequest request(ReferenceWrite write) {
    return switch (write) {
      case ReferenceWrite.Put(_, var item, _) ->
          WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
      case ReferenceWrite.Delete(_, var key, _) ->
          WriteRequest.builder().deleteRequest(DeleteRequest.builder().key(key).build()).build();
      case ReferenceWrite.Change _, ReferenceWrite.Check _ ->
          throw new IllegalArgumentException("not in a batch");
    };
  }

  private StepResult batchGet(List<Step.Key> keys) {
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
        response.responses().values().stream()
            .flatMap(List::stream)
            .map(ReferenceValues::normal)
            .toList();
    return StepResult.Done.of(InOrder.any(found), units(response.consumedCapacity()));
  }

  private StepResult transact(Step.Transact transact, String token) {
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
    return StepResult.Done.of(List.of(), units(response.consumedCapacity()));
  }

  private StepResult transactGet(List<Step.Key> keys) {
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
    return StepResult.Done.of(
        response.responses().stream().map(each -> ReferenceValues.normal(each.item())).toList(),
        units(response.consumedCapacity()));
  }

  /** Returns the units by name of table or index, without those that were not used. */
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
