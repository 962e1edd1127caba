package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.ItemActions;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.WriteTransaction;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.request.RequestDigest;
import dev.trestle.engine.result.TransactionResult;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.item.Item;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** TransactWriteItems: executes all actions or none. */
public record TransactWriteItems(
    @Nullable List<Action> transactItems,
    @Nullable String clientRequestToken,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnItemCollectionMetrics)
    implements Operation<TransactionResult> {
  static final int TOKEN_LENGTH_MAX = 36;

  /** What the transaction does to one item, or requires of it. */
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
          && (returnValuesOnConditionCheckFailure == null || showsRefusedItem())
          && (kind != Kind.UPDATE || expressions.update() != null)
          && (kind != Kind.CONDITION_CHECK || expressions.condition() != null);
    }

    private String quoted() {
      var members =
          Stream.of(Kind.CONDITION_CHECK, Kind.PUT, Kind.DELETE, Kind.UPDATE)
              .map(each -> each.member() + "=" + (each == kind ? content() : "null"));
      return members.collect(Collectors.joining(", ", "TransactWriteItem(", ")"));
    }

    private String content() {
      return "%s(%s=%s, tableName=%s)"
          .formatted(kind.text(), kind == Kind.PUT ? "item" : "key", itemOrKey, tableName);
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

    /** Returns the name of the member in the request. */
    public String text() {
      return text;
    }

    /** Returns the name as it is in paths and quotations. */
    private String member() {
      return Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
  }

  @Override
  public TransactionResult run(OperationContext context) {
    var actions = checked();
    var planned = plan(context, actions);
    var transaction =
        new WriteTransaction(context, planned, returnConsumedCapacity, returnItemCollectionMetrics);
    return clientRequestToken == null
        ? transaction.run()
        : transaction.runOnce(clientRequestToken, digest(actions));
  }

  private static byte[] digest(List<Action> actions) {
    var digest = new RequestDigest();
    for (var action : actions) {
      digest
          .add(action.kind.text())
          .add(action.tableName)
          .add(action.itemOrKey)
          .add(action.expressions.condition())
          .add(action.expressions.update())
          .add(action.expressions.names())
          .add(action.expressions.values())
          .add(action.returnValuesOnConditionCheckFailure);
    }
    return digest.bytes();
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
            .actions(transactItems, Action::quoted);
    for (int i = 0; transactItems != null && i < transactItems.size(); i++) {
      // Builds the paths for error messages only if there is an error.
      if (transactItems.get(i).isWellFormed()) continue;
      check(constraints, transactItems.get(i), "transactItems." + (i + 1) + ".member.");
    }
    return constraints.present("transactItems", transactItems);
  }

  private static void check(Constraints constraints, Action action, String path) {
    var at = path + action.kind.member() + ".";
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

  private static List<WriteTransaction.Planned> plan(
      OperationContext context, List<Action> actions) {
    var bounds = actions.stream().map(TransactWriteItems::bound).toList();
    var itemActionsByAction =
        actions.stream().map(each -> ItemActions.of(context, each.tableName)).toList();
    for (int i = 0; i < actions.size(); i++) {
      itemActionsByAction.get(i).notEmpty(Objects.requireNonNull(actions.get(i).itemOrKey));
    }
    var plan = new WriteTransaction.Plan(true);
    for (int i = 0; i < actions.size(); i++) {
      var action = actions.get(i);
      var item = Objects.requireNonNull(action.itemOrKey);
      var itemActions = itemActionsByAction.get(i);
      var bound = bounds.get(i);
      plan.add(itemActions, item, action.tableName, () -> step(itemActions, action, item, bound));
      var values = action.expressions.values();
      if (values != null) plan.countValues(values);
    }
    return plan.finish();
  }

  /** Checks an action before any table is looked up. */
  private static BoundExpressions bound(Action action) {
    if (action.kind == Kind.PUT)
      ItemActions.checkItemSize(Objects.requireNonNull(action.itemOrKey));
    return BoundExpressions.ofAction(action.expressions);
  }

  private static ItemAction step(
      ItemActions itemActions, Action action, Item item, BoundExpressions bound) {
    var show = action.showsRefusedItem();
    return switch (action.kind) {
      case PUT -> itemActions.put(item, bound.condition(), show);
      case UPDATE -> itemActions.update(item, bound, show);
      case DELETE -> itemActions.delete(item, bound.condition(), show);
      case CONDITION_CHECK -> itemActions.check(item, bound.condition(), show);
    };
  }
}
