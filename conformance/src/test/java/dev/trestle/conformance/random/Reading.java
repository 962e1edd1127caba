package dev.trestle.conformance.random;

import dev.trestle.testing.reference.DocumentPath;
import dev.trestle.testing.reference.PlaceholderMap;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.TableShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Runs gets, and queries and scans to their end. */
final class Reading {
  private final DynamoDbClient client;
  private final Function<String, TableShape> shapes;

  /** One page of a query or scan. */
  private record Part(
      List<Map<String, AttributeValue>> items,
      int count,
      int scanned,
      Map<String, AttributeValue> lastKey,
      ConsumedCapacity units) {}

  Reading(DynamoDbClient client, Function<String, TableShape> shapes) {
    this.client = client;
    this.shapes = shapes;
  }

  StepResult get(Step.Get get) {
    var p = new PlaceholderMap();
    var request =
        GetItemRequest.builder()
            .tableName(get.key().table())
            .key(get.key().key())
            .consistentRead(get.consistent())
            .returnConsumedCapacity(StepRunner.UNITS);
    if (!get.paths().isEmpty())
      request.projectionExpression(DocumentPath.renderAll(get.paths(), p));
    var response = client.getItem(request.expressionAttributeNames(p.names()).build());
    // If an item has none of the requested attributes, it is returned empty and not omitted.
    var item =
        response.hasItem() && !response.item().isEmpty()
            ? List.of(ReferenceValues.normal(response.item()))
            : List.<Map<String, AttributeValue>>of();
    return StepResult.Done.of(item, StepRunner.units(List.of(response.consumedCapacity())));
  }

  StepResult query(Step.Query query) {
    var read = query.read();
    var parts =
        pages(
            query.after().orElse(Map.of()),
            start -> {
              var p = new PlaceholderMap();
              var request =
                  QueryRequest.builder()
                      .tableName(read.table())
                      .keyConditionExpression(
                          read.keyConditions().stream()
                              .map(condition -> condition.render(p))
                              .collect(Collectors.joining(" AND ")))
                      .scanIndexForward(read.forward())
                      .consistentRead(query.consistent())
                      .returnConsumedCapacity(StepRunner.UNITS);
              read.index().ifPresent(request::indexName);
              query.limit().ifPresent(request::limit);
              read.filter().ifPresent(filter -> request.filterExpression(filter.render(p)));
              if (!read.paths().isEmpty()) {
                request.projectionExpression(DocumentPath.renderAll(read.paths(), p));
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
    return new StepResult.Done(
        query.countOnly()
            ? List.of(Map.of("count", ReferenceValues.number(count)))
            : InOrder.of(read, shapes.apply(read.table()), items(parts)),
        parts.stream().map(Part::scanned).toList(),
        StepRunner.units(parts.stream().map(Part::units).toList()));
  }

  StepResult scan(Step.Scan scan) {
    var read = scan.read();
    var all = new ArrayList<Part>();
    for (int i = 0; i < scan.segments(); i++) {
      int segment = i;
      all.addAll(
          pages(
              Map.of(),
              start -> {
                var p = new PlaceholderMap();
                var request = ScanRequest.builder().tableName(read.table());
                read.index().ifPresent(request::indexName);
                scan.limit().ifPresent(request::limit);
                read.filter().ifPresent(filter -> request.filterExpression(filter.render(p)));
                if (!read.paths().isEmpty()) {
                  request.projectionExpression(DocumentPath.renderAll(read.paths(), p));
                }
                if (scan.segments() > 1) request.segment(segment).totalSegments(scan.segments());
                if (!start.isEmpty()) request.exclusiveStartKey(start);
                request.expressionAttributeNames(p.names()).expressionAttributeValues(p.values());
                request.returnConsumedCapacity(StepRunner.UNITS);
                var r = client.scan(request.build());
                return new Part(
                    r.items(),
                    r.count(),
                    r.scannedCount(),
                    r.lastEvaluatedKey(),
                    r.consumedCapacity());
              }));
    }
    return new StepResult.Done(
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
    return parts.stream()
        .flatMap(part -> part.items().stream())
        .map(ReferenceValues::normal)
        .toList();
  }
}
