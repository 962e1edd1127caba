package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.item.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** TransactWriteItems. */
public record TransactWriteItems(
    @Nullable List<Action> transactItems,
    @Nullable String clientRequestToken,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnItemCollectionMetrics)
    implements Operation<TransactWriteItems.Result> {
  /** What the transaction does to one item, or wants of it. */
  public record Action(
      Kind kind,
      @Nullable String tableName,
      @Nullable Item itemOrKey,
      Expressions expressions,
      @Nullable String returnValuesOnConditionCheckFailure) {}

  public enum Kind {
    PUT("Put"),
    UPDATE("Update"),
    DELETE("Delete"),
    CONDITION_CHECK("ConditionCheck");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The name of its member in the request. */
    public String text() {
      return text;
    }
  }

  public record Result(
      List<ConsumedCapacity> consumedCapacity,
      Map<String, List<ItemCollectionMetrics>> itemCollectionMetrics) {}

  @Override
  public Result run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
