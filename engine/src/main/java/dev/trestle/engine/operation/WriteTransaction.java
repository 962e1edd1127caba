package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal.ConditionalCheckFailedException;
import dev.trestle.engine.refusal.Refusal.DuplicateItemException;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes that are all done or none, whether they came as actions or as statements. */
record WriteTransaction(
    Kernel kernel,
    List<Planned> planned,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnItemCollectionMetrics) {
  private static final int TABLE_FACTOR = 2;

  /** One of the writes, and the name its table was given by. */
  record Planned(ItemChange change, ItemAction action, String table) {}

  /** Gathers the writes. What is wrong with one item's key is told by the write's position. */
  static final class Plan {
    private final List<Planned> planned = new ArrayList<>();
    private final List<CancellationReason> reasons = new ArrayList<>();
    private final Set<ByteBuffer> seen = new HashSet<>();
    private long bytes;
    private boolean twice;

    void add(ItemChange change, Item item, @Nullable String table, Supplier<ItemAction> write) {
      bytes += item.size();
      try {
        var action = write.get();
        twice |= !seen.add(ByteBuffer.wrap(action.key()));
        planned.add(new Planned(change, action, String.valueOf(table)));
        reasons.add(CancellationReason.NONE);
      } catch (ValidationException e) {
        refuse("ValidationError", e.getMessage());
      }
    }

    void refuse(String code, String message) {
      reasons.add(CancellationReason.of(code, message));
    }

    List<Planned> finish() {
      if (twice) {
        throw new ValidationException(
            "Transaction request cannot include multiple operations on one item");
      }
      if (bytes > Limits.TRANSACTION_BYTES) {
        throw new ValidationException(
            "Transaction size exceeds limit of " + Limits.TRANSACTION_BYTES + " bytes");
      }
      if (planned.size() < reasons.size()) throw canceled(reasons);
      return planned;
    }
  }

  TransactWriteItems.Result run() {
    return result(write(mutation -> {}));
  }

  /** Runs it unless a transaction with this token was carried out already. */
  TransactWriteItems.Result runOnce(String token, byte[] digest) {
    return kernel.tokens().once(token, digest, record -> result(write(record)), this::repeated);
  }

  /** What was done before is not done again: the items are only read. */
  private TransactWriteItems.Result repeated() {
    var capacity = new CapacityTotals(CapacityReport.of(returnConsumedCapacity));
    for (var each : planned) {
      var table = each.action.table();
      var stored = Optional.ofNullable(kernel.storage().get(Family.ITEMS, each.action.key()));
      var item = stored.map(Item::ofBytes);
      double units = CapacityUnits.read(item.map(Item::size).orElse(0), Consistency.TRANSACTIONAL);
      Metering.read(kernel, table, each.action.key(), true, item, units);
      capacity.addRead(table.definition(), units);
    }
    return new TransactWriteItems.Result(capacity.list(), Map.of());
  }

  private List<Outcome> write(RequestTokens.Entry record) {
    var actions = planned.stream().map(Planned::action).toList();
    var outcomes = kernel.writes().writeAll(actions, record::addTo);
    if (outcomes.stream().anyMatch(outcome -> outcome instanceof Outcome.Refused)) {
      throw canceled(outcomes.stream().map(WriteTransaction::reason).toList());
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
            case DuplicateItemException duplicate ->
                CancellationReason.of("DuplicateItem", duplicate.getMessage());
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

  private TransactWriteItems.Result result(List<Outcome> outcomes) {
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
    return new TransactWriteItems.Result(capacity.list(), metrics);
  }
}
