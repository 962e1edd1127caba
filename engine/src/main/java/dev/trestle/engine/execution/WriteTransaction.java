package dev.trestle.engine.execution;

import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal.ConditionalCheckFailedException;
import dev.trestle.engine.refusal.Refusal.DuplicateItemException;
import dev.trestle.engine.refusal.Refusal.ItemCollectionSizeLimitExceededException;
import dev.trestle.engine.refusal.Refusal.Throttled;
import dev.trestle.engine.refusal.Refusal.TransactionCanceledException;
import dev.trestle.engine.refusal.Refusal.TransactionConflictException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.result.CapacityReport;
import dev.trestle.engine.result.CapacityTotals;
import dev.trestle.engine.result.TransactionResult;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.RequestTokens;
import dev.trestle.engine.write.WriteOutcome;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A transaction of writes, given as actions or as statements. All writes are executed or none. */
public record WriteTransaction(
    OperationContext context,
    List<Planned> planned,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnItemCollectionMetrics) {
  private static final int TABLE_FACTOR = 2;

  /** One of the writes, and the name by which its table was given. */
  public record Planned(ItemActions itemActions, ItemAction action, String table) {}

  /** Collects the writes. An error in one item's key becomes the reason of its write. */
  public static final class Plan {
    private final List<Planned> planned = new ArrayList<>();
    private final List<CancellationReason> reasons = new ArrayList<>();
    private final Set<ByteBuffer> seen = new HashSet<>();
    private long bytes;
    private final boolean endsAtFirstError;
    private boolean twice;
    private boolean isInvalid;

    /**
     * Starts an empty plan.
     *
     * @param endsAtFirstError whether keys after the first invalid one are not checked: DynamoDB
     *     checks no further actions, but all statements
     */
    public Plan(boolean endsAtFirstError) {
      this.endsAtFirstError = endsAtFirstError;
    }

    public void add(
        ItemActions itemActions, Item item, @Nullable String table, Supplier<ItemAction> write) {
      bytes += item.size();
      if (endsAtFirstError && isInvalid) {
        reasons.add(CancellationReason.NONE);
        return;
      }
      try {
        var action = write.get();
        twice |= !seen.add(ByteBuffer.wrap(action.key()));
        planned.add(new Planned(itemActions, action, String.valueOf(table)));
        reasons.add(CancellationReason.NONE);
      } catch (ValidationException e) {
        refuse("ValidationError", e.getMessage());
        isInvalid = true;
      }
    }

    /** Counts what a request has besides items and keys: the values of its expressions. */
    public void countValues(Item values) {
      bytes += values.size();
    }

    public void refuse(String code, String message) {
      reasons.add(CancellationReason.of(code, message));
    }

    public List<Planned> finish() {
      if (twice) {
        throw new ValidationException(
            "Transaction request cannot include multiple operations on one item");
      }
      if (bytes > Limits.TRANSACTION_BYTES) {
        // DynamoDB was seen to give its text twice, and the size only once.
        var text = "Transaction payload size cannot exceed 4MB. Payload Size: ";
        throw new ValidationException(text + ": " + text + bytes);
      }
      if (planned.size() < reasons.size()) throw canceled(reasons);
      return planned;
    }
  }

  public TransactionResult run() {
    return result(write(mutation -> {}));
  }

  /** Runs the transaction unless one with this token was executed already. */
  public TransactionResult runOnce(String token, byte[] digest) {
    return context.tokens().once(token, digest, record -> result(write(record)), this::repeated);
  }

  /** Reads the items instead of writing them again. */
  private TransactionResult repeated() {
    var capacity = new CapacityTotals(CapacityReport.of(returnConsumedCapacity));
    for (var each : planned) {
      var table = each.action.table();
      var stored =
          Optional.ofNullable(context.storage().get(ColumnFamily.ITEMS, each.action.key()));
      var item = stored.map(Item::ofBytes);
      double units = CapacityUnits.read(item.map(Item::size).orElse(0), Consistency.TRANSACTIONAL);
      UsageRecorder.recordRead(context, table, each.action.key(), true, item, units);
      capacity.addRead(table.definition(), units);
    }
    return new TransactionResult(capacity.list(), Map.of());
  }

  private List<WriteOutcome> write(RequestTokens.Entry record) {
    var actions = planned.stream().map(Planned::action).toList();
    var outcomes = context.writes().writeAll(actions, record::addTo, this::charge);
    if (outcomes.stream().anyMatch(outcome -> outcome instanceof WriteOutcome.Refused)) {
      throw canceled(reasons(outcomes));
    }
    return outcomes;
  }

  /** Charges at once, so that transactions that wait for a commit do not exceed a limit. */
  private void charge(List<WriteOutcome> outcomes) {
    for (int i = 0; i < outcomes.size(); i++) {
      if (!(outcomes.get(i) instanceof WriteOutcome.Done done)) continue;
      var action = planned.get(i).action;
      context.limits().chargeWrite(action.table(), action.key(), done, TABLE_FACTOR);
    }
  }

  /** Returns the reasons up to the first invalid action: DynamoDB does not look further. */
  private static List<CancellationReason> reasons(List<WriteOutcome> outcomes) {
    var reasons = new ArrayList<CancellationReason>();
    boolean isInvalid = false;
    for (var outcome : outcomes) {
      reasons.add(isInvalid ? CancellationReason.NONE : reason(outcome));
      isInvalid |=
          outcome instanceof WriteOutcome.Refused refused
              && refused.refusal() instanceof ValidationException;
    }
    return reasons;
  }

  /** Returns the error with a reason for each write, in the order of the request. */
  public static TransactionCanceledException canceled(List<CancellationReason> reasons) {
    var codes = reasons.stream().map(CancellationReason::code).collect(Collectors.joining(", "));
    return new TransactionCanceledException(
        "Transaction cancelled, please refer cancellation reasons for specific reasons ["
            + codes
            + "]",
        reasons);
  }

  private static CancellationReason reason(WriteOutcome outcome) {
    return switch (outcome) {
      case WriteOutcome.Done ignored -> CancellationReason.NONE;
      case WriteOutcome.Refused refused ->
          switch (refused.refusal()) {
            case ConditionalCheckFailedException failed ->
                new CancellationReason(
                    "ConditionalCheckFailed", Optional.of(failed.getMessage()), failed.item());
            case DuplicateItemException duplicate ->
                CancellationReason.of("DuplicateItem", duplicate.getMessage());
            case TransactionConflictException conflict ->
                CancellationReason.of("TransactionConflict", conflict.getMessage());
            case ItemCollectionSizeLimitExceededException full ->
                CancellationReason.of("ItemCollectionSizeLimitExceeded", full.getMessage());
            case Throttled throttled ->
                CancellationReason.of(throttled.cancellationCode(), throttled.getMessage());
            case ValidationException invalid ->
                CancellationReason.of("ValidationError", invalid.getMessage());
            default -> throw refused.refusal();
          };
    };
  }

  private TransactionResult result(List<WriteOutcome> outcomes) {
    var capacity = new CapacityTotals(CapacityReport.of(returnConsumedCapacity));
    var metrics = new TreeMap<String, List<ItemCollectionMetrics>>();
    for (int i = 0; i < outcomes.size(); i++) {
      var each = planned.get(i);
      if (outcomes.get(i) instanceof WriteOutcome.Done done) {
        UsageRecorder.recordWrite(
            context, each.action.table(), each.action.key(), done, TABLE_FACTOR);
        capacity.add(done.units(), TABLE_FACTOR);
      }
      each.itemActions
          .metrics(returnItemCollectionMetrics, each.action)
          .ifPresent(m -> metrics.computeIfAbsent(each.table, t -> new ArrayList<>()).add(m));
    }
    return new TransactionResult(capacity.list(), metrics);
  }
}
