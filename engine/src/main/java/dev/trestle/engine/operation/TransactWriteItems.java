package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.item.Item;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** TransactWriteItems: all of its actions or none. */
public record TransactWriteItems(
    @Nullable List<Action> transactItems,
    @Nullable String clientRequestToken,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnItemCollectionMetrics)
    implements Operation<TransactWriteItems.Result> {
  static final int TOKEN_LENGTH_MAX = 36;

  /** What the transaction does to one item, or wants of it. */
  public record Action(
      Kind kind,
      @Nullable String tableName,
      @Nullable Item itemOrKey,
      Expressions expressions,
      @Nullable String returnValuesOnConditionCheckFailure) {
    private boolean isWellFormed() {
      return tableName != null
          && Constraints.isName(tableName)
          && itemOrKey != null
          && returnValuesOnConditionCheckFailure == null
          && (kind != Kind.UPDATE || expressions.update() != null)
          && (kind != Kind.CONDITION_CHECK || expressions.condition() != null);
    }

    private boolean showsRefusedItem() {
      return "ALL_OLD".equals(returnValuesOnConditionCheckFailure);
    }
  }

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
    var actions = checked();
    var planned = plan(kernel, actions);
    var transaction =
        new WriteTransaction(kernel, planned, returnConsumedCapacity, returnItemCollectionMetrics);
    return clientRequestToken == null
        ? transaction.run()
        : transaction.runOnce(clientRequestToken, RequestDigest.of(actions));
  }

  @Override
  public void constraints() {
    checked();
  }

  private List<Action> checked() {
    var constraints =
        new Constraints()
            .length("clientRequestToken", clientRequestToken, 1, TOKEN_LENGTH_MAX)
            .consumedCapacity(returnConsumedCapacity)
            .oneOf("returnItemCollectionMetrics", returnItemCollectionMetrics, "SIZE", "NONE")
            .actions(transactItems);
    for (int i = 0; transactItems != null && i < transactItems.size(); i++) {
      // The paths that name what is wrong are only put together where something is.
      if (transactItems.get(i).isWellFormed()) continue;
      check(constraints, transactItems.get(i), "transactItems." + (i + 1) + ".member.");
    }
    return constraints.present("transactItems", transactItems);
  }

  private static void check(Constraints constraints, Action action, String path) {
    var kind = action.kind.text();
    var at = path + Character.toLowerCase(kind.charAt(0)) + kind.substring(1) + ".";
    constraints
        .table(at + "tableName", action.tableName)
        .required(at + (action.kind == Kind.PUT ? "item" : "key"), action.itemOrKey)
        .oneOf(
            at + "returnValuesOnConditionCheckFailure",
            action.returnValuesOnConditionCheckFailure,
            "ALL_OLD",
            "NONE");
    if (action.kind == Kind.UPDATE) {
      constraints.required(at + "updateExpression", action.expressions.update());
    }
    if (action.kind == Kind.CONDITION_CHECK) {
      constraints.required(at + "conditionExpression", action.expressions.condition());
    }
  }

  private static List<WriteTransaction.Planned> plan(Kernel kernel, List<Action> actions) {
    var bounds = actions.stream().map(TransactWriteItems::bound).toList();
    var changes = actions.stream().map(each -> ItemChange.of(kernel, each.tableName)).toList();
    for (int i = 0; i < actions.size(); i++) {
      changes.get(i).notEmpty(Objects.requireNonNull(actions.get(i).itemOrKey));
    }
    var plan = new WriteTransaction.Plan();
    for (int i = 0; i < actions.size(); i++) {
      var action = actions.get(i);
      var item = Objects.requireNonNull(action.itemOrKey);
      var change = changes.get(i);
      var bound = bounds.get(i);
      plan.add(change, item, action.tableName, () -> step(change, action, item, bound));
    }
    return plan.finish();
  }

  /** What is wrong with an action by itself is told before any table is looked up. */
  private static Bound bound(Action action) {
    if (action.kind == Kind.PUT) ItemChange.sizeOfNew(Objects.requireNonNull(action.itemOrKey));
    return Bound.of(action.expressions, LegacyParameters.NONE);
  }

  private static ItemAction step(ItemChange change, Action action, Item item, Bound bound) {
    var show = action.showsRefusedItem();
    return switch (action.kind) {
      case PUT -> change.put(item, bound.condition(), show);
      case UPDATE -> change.update(item, bound, show);
      case DELETE -> change.delete(item, bound.condition(), show);
      case CONDITION_CHECK -> change.check(item, bound.condition(), show);
    };
  }
}
