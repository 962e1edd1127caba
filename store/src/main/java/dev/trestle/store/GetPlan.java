package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.ResultType;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** A get, ready to run. */
final class GetPlan<K, R> {
  private final PlanContext connection;
  private final UsageCounter meter;
  private final String table;
  private final boolean consistent;
  private final ItemKey<K> key;
  private final KnownComponents<K> known;
  private final ReadItems<R> reader;
  private final PatternExpressions.@Nullable Bound projection;
  private final @Nullable String expires;

  GetPlan(Get<K, R> get, PlanContext connection, UsageCounter meter) {
    this.connection = connection;
    this.meter = meter;
    table = connection.table(get.entity());
    consistent = get.consistent();
    key = ItemKey.of(get.entity(), get.parameters(), get.binding());
    known = KnownComponents.of(get);
    reader =
        new ReadItems<>(get.heading(), get.entity().table(), table, ItemReader.of(get.result()));
    expires = get.withExpired() ? null : expires(List.of(get.entity())).orElse(null);
    projection = projection(get.result(), Optional.ofNullable(expires)).orElse(null);
  }

  Optional<R> run(K parameters) {
    return meter.run(parameters, () -> get(parameters));
  }

  private Optional<R> get(K parameters) {
    var named = key.of(parameters);
    var request =
        GetItemRequest.builder()
            .tableName(table)
            .key(named)
            .consistentRead(consistent)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
    if (projection != null) {
      request.projectionExpression(projection.text(0)).expressionAttributeNames(projection.names());
    }
    var asked = request.build();
    var answer = connection.attempts(meter).call(true, () -> connection.client().getItem(asked));
    meter.read(answer.consumedCapacity());
    if (!answer.hasItem()) return Optional.empty();
    var item = answer.item();
    if (expires != null && ItemReader.isExpired(item, expires, connection.now())) {
      return Optional.empty();
    }
    meter.items(1);
    return Optional.of(reader.read(item, named, known.in(parameters)));
  }

  /** Returns the attribute with the expiry time. A table has only one. */
  static Optional<String> expires(List<? extends Entity<?>> entities) {
    return entities.stream()
        .flatMap(entity -> entity.expires().map(name -> entity.attribute(name).name()).stream())
        .findFirst();
  }

  /** Lists the attributes that a view needs, and the expiry time if it is checked. */
  static Optional<PatternExpressions.Bound> projection(
      ResultType<?> result, Optional<String> expires) {
    if (!(result instanceof ResultType.View<?> view)) return Optional.empty();
    var attributes = new LinkedHashSet<>(view.attributes());
    expires.ifPresent(attributes::add);
    var draft = new ExpressionBuilder<Object>();
    var text = attributes.stream().map(draft::name).collect(Collectors.joining(", "));
    return Optional.of(
        draft.finish(ExpressionText.fixed(text)).bind(new Object(), () -> Instant.EPOCH));
  }
}
