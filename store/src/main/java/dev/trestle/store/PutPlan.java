package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.Put;
import dev.trestle.model.codec.RecordShape;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A put, ready to run. */
final class PutPlan<P, R> implements WritePlan<P> {
  private final PlanContext connection;
  private final UsageCounter meter;
  private final String table;
  private final Entity<R> entity;
  private final ReadItems<R> reader;
  private final Function<P, R> record;
  private final PatternExpressions<P> expressions;

  /** Storing rounds nothing, so the record that was put is equal to the one that will be read. */
  private final boolean exact;

  /** The position of the version, or null if the entity has none. */
  private final RecordShape.@Nullable Component version;

  PutPlan(Put<P, R> put, PlanContext connection, UsageCounter meter) {
    this.connection = connection;
    this.meter = meter;
    entity = put.entity();
    table = connection.table(entity);
    reader = new ReadItems<>(put.heading(), entity.table(), table, ItemReader.of(entity.codec()));
    record = record(put);
    exact = entity.codec().isExact();
    version = entity.version().map(entity.shape()::component).orElse(null);
    var draft = new ExpressionBuilder<P>();
    var parameters = new PatternParameters<>(put.heading(), put.parameters());
    var conditions = new ConditionWriter<>(draft, List.of(entity), parameters);
    var guard =
        WriteCondition.of(
            put,
            entity.version().map(ignored -> (P given) -> version(record.apply(given))),
            draft,
            conditions);
    expressions = draft.finish(guard);
  }

  private static <P, R> Function<P, R> record(Put<P, R> put) {
    var type = put.entity().type();
    if (put.whole().isEmpty()) return type::cast;
    var whole = new PatternParameters<>(put.heading(), put.parameters()).value(put.whole().get());
    return given -> type.cast(whole.apply(given));
  }

  private long version(R whole) {
    return version == null ? 0 : (Long) entity.shape().value(whole, version.index());
  }

  Written<R> run(P parameters) {
    return meter.run(parameters, () -> put(parameters));
  }

  private Written<R> put(P parameters) {
    var after = after(record.apply(parameters));
    var item = entity.codec().write(after, AttributeValues.SDK);
    var bound = expressions.bind(parameters, connection.clock());
    var request =
        PutItemRequest.builder()
            .tableName(table)
            .item(item)
            .conditionExpression(bound.text(0))
            .expressionAttributeNames(bound.namesOrNull())
            .expressionAttributeValues(bound.valuesOrNull())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    var attempts = connection.attempts(meter);
    try {
      var answer = attempts.call(true, () -> connection.client().putItem(request));
      meter.written(answer.consumedCapacity());
    } catch (ConditionalCheckFailedException e) {
      if (!(attempts.isDoubtful() && isOurs(e, item))) {
        return WritePlan.refused(e, reader, meter);
      }
    }
    meter.items(1);
    return new Written.Done<>(Optional.of(exact ? after : reader.read(item)));
  }

  /** If an attempt got no response, a retry may find its own item. */
  private static boolean isOurs(
      ConditionalCheckFailedException e, Map<String, AttributeValue> item) {
    return e.hasItem() && e.item().equals(item);
  }

  /** Returns the record with the version that it has once it is written. */
  private R after(R whole) {
    if (version == null) return whole;
    var shape = entity.shape();
    var values = new Object[shape.components().size()];
    for (int i = 0; i < values.length; i++) values[i] = shape.value(whole, i);
    values[version.index()] = Math.addExact((Long) values[version.index()], 1);
    return shape.make(values);
  }

  @Override
  public TransactWriteItem item(P parameters) {
    var item = entity.codec().write(after(record.apply(parameters)), AttributeValues.SDK);
    var bound = expressions.bind(parameters, connection.clock());
    return TransactWriteItem.builder()
        .put(
            software.amazon.awssdk.services.dynamodb.model.Put.builder()
                .tableName(table)
                .item(item)
                .conditionExpression(bound.text(0))
                .expressionAttributeNames(bound.namesOrNull())
                .expressionAttributeValues(bound.valuesOrNull())
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build())
        .build();
  }
}
