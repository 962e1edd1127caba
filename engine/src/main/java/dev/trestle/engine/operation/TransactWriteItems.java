package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal.ConditionalCheckFailedException;
import dev.trestle.engine.refusal.Refusal.ItemCollectionSizeLimitExceededException;
import dev.trestle.engine.refusal.Refusal.TransactionCanceledException;
import dev.trestle.engine.refusal.Refusal.TransactionConflictException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.storage.Family;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.Outcome;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** TransactWriteItems: all of its actions or none. */
public record TransactWriteItems(
    @Nullable List<Action> transactItems,
    @Nullable String clientRequestToken,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnItemCollectionMetrics)
    implements Operation<TransactWriteItems.Result> {
  private static final int TABLE_FACTOR = 2;
  private static final int TOKEN_LENGTH_MAX = 36;

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

  private record Planned(ItemChange change, ItemAction action, String table) {}

  @Override
  public Result run(Kernel kernel) {
    var actions = checked();
    var planned = plan(kernel, actions);
    if (clientRequestToken == null)
      return result(kernel, write(kernel, planned, mutation -> {}), planned);
    return kernel
        .tokens()
        .once(
            clientRequestToken,
            RequestDigest.of(actions),
            record -> result(kernel, write(kernel, planned, record), planned),
            () -> repeated(kernel, planned));
  }

  /** What was done before is not done again: the items are only read. */
  private Result repeated(Kernel kernel, List<Planned> planned) {
    var capacity = new CapacityTotals(CapacityReport.of(returnConsumedCapacity));
    for (var each : planned) {
      var table = each.action.table();
      var stored = Optional.ofNullable(kernel.storage().get(Family.ITEMS, each.action.key()));
      var item = stored.map(Item::ofBytes);
      double units = CapacityUnits.read(item.map(Item::size).orElse(0), Consistency.TRANSACTIONAL);
      Metering.read(kernel, table, each.action.key(), true, item, units);
      capacity.addRead(table.definition(), units);
    }
    return new Result(capacity.list(), Map.of());
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

  private static List<Planned> plan(Kernel kernel, List<Action> actions) {
    var bounds = actions.stream().map(TransactWriteItems::bound).toList();
    var changes = actions.stream().map(each -> ItemChange.of(kernel, each.tableName)).toList();
    for (int i = 0; i < actions.size(); i++) {
      changes.get(i).notEmpty(Objects.requireNonNull(actions.get(i).itemOrKey));
    }
    var planned = new ArrayList<Planned>();
    var reasons = new ArrayList<CancellationReason>();
    var seen = new HashSet<ByteBuffer>();
    long bytes = 0;
    boolean twice = false;
    for (int i = 0; i < actions.size(); i++) {
      var action = actions.get(i);
      var item = Objects.requireNonNull(action.itemOrKey);
      bytes += item.size();
      var change = changes.get(i);
      // What is wrong with one item's key is told by the action's position.
      try {
        var step = step(change, action, item, bounds.get(i));
        twice |= !seen.add(ByteBuffer.wrap(step.key()));
        planned.add(new Planned(change, step, String.valueOf(action.tableName)));
        reasons.add(CancellationReason.NONE);
      } catch (ValidationException e) {
        reasons.add(CancellationReason.of("ValidationError", e.getMessage()));
      }
    }
    if (twice) {
      throw new ValidationException(
          "Transaction request cannot include multiple operations on one item");
    }
    if (bytes > Limits.TRANSACTION_BYTES) {
      throw new ValidationException(
          "Transaction size exceeds limit of " + Limits.TRANSACTION_BYTES + " bytes");
    }
    if (planned.size() < actions.size()) throw canceled(reasons);
    return planned;
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

  private static List<Outcome> write(
      Kernel kernel, List<Planned> planned, RequestTokens.Entry record) {
    var actions = planned.stream().map(Planned::action).toList();
    var outcomes = kernel.writes().writeAll(actions, record::addTo);
    if (outcomes.stream().anyMatch(outcome -> outcome instanceof Outcome.Refused)) {
      throw canceled(outcomes.stream().map(TransactWriteItems::reason).toList());
    }
    return outcomes;
  }

  /** The refusal with a reason for each action, in the order of the request. */
  static TransactionCanceledException canceled(List<CancellationReason> reasons) {
    var codes = reasons.stream().map(CancellationReason::code).collect(Collectors.joining(", "));
    return new TransactionCanceledException(
        "Transaction cancelled, please refer cancellation reasons for specific reasons ["
            + codes
            + "]",
        reasons);
  }

  private static CancellationReason reason(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Done _ -> CancellationReason.NONE;
      case Outcome.Refused(var _, var refusal) ->
          switch (refusal) {
            case ConditionalCheckFailedException failed ->
                new CancellationReason(
                    "ConditionalCheckFailed", Optional.of(failed.getMessage()), failed.item());
            case TransactionConflictException conflict ->
                CancellationReason.of("TransactionConflict", conflict.getMessage());
            case ItemCollectionSizeLimitExceededException full ->
                CancellationReason.of("ItemCollectionSizeLimitExceeded", full.getMessage());
            case ValidationException invalid ->
                CancellationReason.of("ValidationError", invalid.getMessage());
            default -> throw refusal;
          };
    };
  }

  private Result result(Kernel kernel, List<Outcome> outcomes, List<Planned> planned) {
    var capacity = new CapacityTotals(CapacityReport.of(returnConsumedCapacity));
    var metrics = new TreeMap<String, List<ItemCollectionMetrics>>();
    for (int i = 0; i < outcomes.size(); i++) {
      var each = planned.get(i);
      if (outcomes.get(i) instanceof Outcome.Done done) {
        Metering.wrote(kernel, each.action.table(), each.action.key(), done.units(), TABLE_FACTOR);
        capacity.add(done.units(), TABLE_FACTOR);
      }
      each.change
          .metrics(returnItemCollectionMetrics, each.action)
          .ifPresent(m -> metrics.computeIfAbsent(each.table, t -> new ArrayList<>()).add(m));
    }
    return new Result(capacity.list(), metrics);
  }
}
