package dev.trestle.engine.transfer;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.transfer.Transfer.Failure;
import dev.trestle.engine.transfer.Transfer.Kind;
import dev.trestle.engine.transfer.Transfer.Status;
import dev.trestle.item.Item;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * All exports and imports of the last 90 days, in memory and on disk. The progress of a running one
 * is in memory only. If the process ends while it runs, it counts as failed when the engine is next
 * opened, and its files and its table are removed.
 */
public final class TransferRegistry {
  private static final String PREFIX = "transfer/";
  private static final String PREFIX_END = "transfer0";
  private static final Duration KEPT = Duration.ofDays(90);

  /** How long a client token counts after its request has ended. */
  private static final Duration TOKEN_AGE_MAX = Duration.ofHours(8);

  private static final Failure INTERRUPTED =
      new Failure("UNKNOWN", "The engine was closed before this was complete.");

  /** By number. */
  private final ConcurrentMap<Integer, Transfer> transfers = new ConcurrentHashMap<>();

  /** Held while a request with a client token looks for an earlier one with the same token. */
  private final ReentrantLock starting = new ReentrantLock();

  private final Storage storage;
  private final Optional<TransferFolder> folder;

  private TransferRegistry(Storage storage, Optional<Path> folder) {
    this.storage = storage;
    this.folder = folder.map(TransferFolder::new);
  }

  /**
   * Reads the registry from storage.
   *
   * @param isImported whether the table of an import is there and complete
   */
  public static TransferRegistry load(
      Storage storage,
      Optional<Path> exportFolder,
      InstantSource clock,
      Predicate<Transfer> isImported) {
    var registry = new TransferRegistry(storage, exportFolder);
    storage.enter();
    try {
      registry.read();
      registry.cleanUp(clock.instant().truncatedTo(ChronoUnit.MILLIS), isImported);
    } finally {
      storage.leave();
    }
    return registry;
  }

  private void read() {
    try (var range = storage.range(ColumnFamily.META, bytes(PREFIX), bytes(PREFIX_END), false)) {
      while (range.next()) {
        var transfer = TransferEncoding.decode(Item.ofBytes(range.value()));
        transfers.put(transfer.number(), transfer);
      }
    }
  }

  private void cleanUp(Instant now, Predicate<Transfer> isImported) {
    for (var transfer : List.copyOf(transfers.values())) {
      if (transfer.status() == Status.IN_PROGRESS) end(transfer, now, isImported);
      else if (transfer.started().plus(KEPT).isBefore(now)) forget(transfer);
    }
  }

  /** Ends a transfer that a crash has interrupted, perhaps after its last step. */
  private void end(Transfer transfer, Instant now, Predicate<Transfer> isImported) {
    boolean isComplete =
        switch (transfer.kind()) {
          case EXPORT -> folder.filter(found -> found.isPublished(transfer)).isPresent();
          case IMPORT -> isImported.test(transfer);
        };
    if (isComplete) {
      put(transfer.ended(now, transfer.counts()));
      return;
    }
    if (transfer.kind() == Kind.EXPORT) folder.ifPresent(found -> found.remove(transfer));
    put(transfer.failed(now, INTERRUPTED));
  }

  /** Returns the folder with all buckets, if there is one. */
  public Optional<TransferFolder> folder() {
    return folder;
  }

  /** Returns the transfers of a kind, newest first. */
  public List<Transfer> list(Kind kind) {
    return transfers.values().stream()
        .filter(transfer -> transfer.kind() == kind)
        .sorted(
            Comparator.comparing(Transfer::started).thenComparingInt(Transfer::number).reversed())
        .toList();
  }

  public Optional<Transfer> find(Kind kind, String region, String arn) {
    return list(kind).stream().filter(transfer -> transfer.arn(region).equals(arn)).findFirst();
  }

  /**
   * Returns the transfer that an earlier request with this token has started, or starts one.
   *
   * @param start adds the new transfer to this registry and returns it
   */
  public Transfer startOnce(
      Kind kind, Optional<String> clientToken, Instant now, Supplier<Transfer> start) {
    var oldest = now.minus(TOKEN_AGE_MAX);
    starting.lock();
    try {
      if (clientToken.isEmpty()) return start.get();
      return list(kind).stream()
          .filter(transfer -> transfer.clientToken().equals(clientToken))
          .filter(transfer -> transfer.ended().filter(oldest::isAfter).isEmpty())
          .findFirst()
          .orElseGet(start);
    } finally {
      starting.unlock();
    }
  }

  /** Adds a transfer or a new state of it. */
  public void put(Transfer transfer) {
    var mutation = storage.mutation();
    mutation.put(ColumnFamily.META, key(transfer), TransferEncoding.encode(transfer).bytes());
    storage.commit(mutation);
    transfers.put(transfer.number(), transfer);
  }

  /** Updates the progress of a running transfer. */
  public void progress(Transfer transfer, Transfer.Counts counts) {
    transfers.put(transfer.number(), transfer.with(counts));
  }

  private void forget(Transfer transfer) {
    var mutation = storage.mutation();
    mutation.delete(ColumnFamily.META, key(transfer));
    storage.commit(mutation);
    transfers.remove(transfer.number());
  }

  private static byte[] key(Transfer transfer) {
    return bytes(PREFIX + transfer.number());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
