package dev.trestle.engine.recovery;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.check.KeyChecks;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.transfer.DataFiles;
import dev.trestle.engine.transfer.ExportFormat;
import dev.trestle.engine.transfer.ImportReader;
import dev.trestle.engine.transfer.Transfer;
import dev.trestle.engine.transfer.Transfer.Counts;
import dev.trestle.engine.transfer.Transfer.Failure;
import dev.trestle.engine.transfer.TransferFolder;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.ItemWrites.PendingWrite;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Fills a new table with the items in files, in the background. The table cannot be used before it
 * is complete, and is removed if that fails. Invalid items are left out; as in DynamoDB the import
 * has then failed, but the table has the others. If several items have the same key, the last one
 * stays.
 */
public final class TableImporter {
  private static final Logger LOG = System.getLogger(TableImporter.class.getName());
  private static final int CHUNK_ITEMS = 1_000;
  private static final long CHUNK_BYTES = 4 << 20;

  /** An import with more invalid items ends at once, without a table. */
  private static final long ERRORS_MAX = 10_000;

  private static final Failure NO_BUCKET =
      new Failure("S3NoSuchBucket", "The specified bucket does not exist");

  private final OperationContext context;
  private final TransferFolder folder;
  private final ExportFormat format;
  private final Transfer transfer;
  private final OpenTable table;
  private final List<PendingWrite> pending = new ArrayList<>();
  private long pendingBytes;
  private Counts counts = Counts.NONE;

  public TableImporter(
      OperationContext context,
      TransferFolder folder,
      ExportFormat format,
      Transfer transfer,
      OpenTable table) {
    this.context = context;
    this.folder = folder;
    this.format = format;
    this.transfer = transfer;
    this.table = table;
  }

  /** Starts an import that the registry already lists. */
  public void start() {
    context.catalog().inBackground("Importing a table", this::run, this::fail);
  }

  private void fail(Throwable why) {
    try {
      fail(new Failure("UNKNOWN", "The files could not be imported: " + why));
    } finally {
      // Not before: without files, logging throws as well.
      LOG.log(Level.WARNING, "An import failed", why);
    }
  }

  private void run(BooleanSupplier stopping) throws IOException {
    if (!folder.hasBucket(transfer.bucket())) {
      fail(NO_BUCKET);
      return;
    }
    var files = folder.files(transfer.bucket(), transfer.prefix().orElse(""));
    var reader = new ImportReader(transfer.input(), format, transfer.table());
    for (var file : files) {
      if (!read(reader, file, stopping)) {
        // Otherwise the engine is being closed, and removes the table when it is next opened.
        if (counts.errors() > ERRORS_MAX) fail(Failure.INVALID_ITEMS);
        return;
      }
    }
    await();
    // The totals, in case of a crash after the next line.
    context.transfers().put(transfer.with(counts));
    context.catalog().finishRestore(table);
    context.transfers().put(transfer.ended(context.now(), counts));
  }

  private boolean read(ImportReader reader, Path file, BooleanSupplier stopping)
      throws IOException {
    try (var in = DataFiles.open(file, transfer.input().isCompressed())) {
      return reader.read(
          in,
          (item, bytes) -> {
            add(item, bytes);
            return counts.errors() <= ERRORS_MAX && !stopping.getAsBoolean();
          });
    }
  }

  private void add(Optional<Item> item, long bytes) {
    boolean isWritten = item.isPresent() && write(item.get());
    counts =
        new Counts(
            counts.processed() + 1,
            counts.written() + (isWritten ? 1 : 0),
            counts.bytes() + bytes,
            counts.errors() + (isWritten ? 0 : 1));
    if (pending.size() >= CHUNK_ITEMS || pendingBytes >= CHUNK_BYTES) await();
  }

  private boolean write(Item item) {
    var definition = table.definition();
    try {
      KeyChecks.item(definition, item);
    } catch (ValidationException e) {
      return false;
    }
    if (item.size() > Limits.ITEM_BYTES) return false;
    var key = StoredKeys.item(definition, item);
    var next = Optional.of(item);
    pending.add(context.writes().begin(new ItemAction(table, key, present -> next)));
    pendingBytes += item.size();
    return true;
  }

  private void await() {
    context.faults().reached(FaultPoints.IMPORT_CHUNK);
    for (var write : pending) write.await();
    pending.clear();
    pendingBytes = 0;
    context.transfers().progress(transfer, counts);
  }

  private void fail(Failure why) {
    for (var write : pending) write.await();
    context.catalog().abandon(table);
    context.transfers().put(transfer.with(counts).failed(context.now(), why));
  }
}
