package dev.trestle.engine.recovery;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.transfer.ExportFileWriter;
import dev.trestle.engine.transfer.ExportFormat;
import dev.trestle.engine.transfer.ExportIncrement;
import dev.trestle.engine.transfer.Transfer;
import dev.trestle.engine.transfer.Transfer.Failure;
import dev.trestle.engine.transfer.TransferFolder;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;

/**
 * Writes a table's items of a past time, or its changes between two, to files in the background.
 */
public final class TableExporter {
  private static final Logger LOG = System.getLogger(TableExporter.class.getName());
  private static final int PROGRESS_ITEMS = 1_000;

  private final OperationContext context;
  private final TransferFolder folder;
  private final ExportFormat format;

  public TableExporter(OperationContext context, TransferFolder folder, ExportFormat format) {
    this.context = context;
    this.folder = folder;
    this.format = format;
  }

  /**
   * Starts an export that the registry already lists.
   *
   * @param snapshot the table and its log; closed at the end, but not if this throws
   */
  public void start(Transfer export, Snapshot snapshot) {
    context
        .catalog()
        .inBackground(
            "Exporting a table",
            stopping -> {
              try (snapshot) {
                export(export, snapshot, stopping);
              }
            },
            why -> fail(export, why));
  }

  private void fail(Transfer export, Throwable why) {
    try {
      folder.remove(export);
      var failure = new Failure("UNKNOWN", "The files could not be written: " + why);
      context.transfers().put(export.failed(context.now(), failure));
    } finally {
      // Not before: without files, logging throws as well.
      LOG.log(Level.WARNING, "An export failed", why);
    }
  }

  private void export(Transfer export, Snapshot snapshot, BooleanSupplier stopping)
      throws IOException {
    try (var writer = new ExportFileWriter(folder, export, context.region(), format)) {
      boolean isComplete =
          export
              .increment()
              .map(increment -> addChanges(export, increment, snapshot, stopping, writer))
              .orElseGet(() -> addItems(export, snapshot, stopping, writer));
      // Otherwise the engine is being closed, and the export has failed when it is next opened.
      if (!isComplete) return;
      context.faults().reached(FaultPoints.EXPORT_FINISH);
      var now = context.now();
      var counted = export.with(writer.counts());
      context.transfers().put(counted); // the totals, in case of a crash after the next line
      writer.finish(now);
      context.transfers().put(counted.ended(now, counted.counts()));
    }
  }

  private boolean addItems(
      Transfer export, Snapshot snapshot, BooleanSupplier stopping, ExportFileWriter writer) {
    return new Recovery(context)
        .forEachPast(
            export.table(),
            snapshot,
            export.at(),
            stopping,
            item -> {
              writer.add(item);
              reportProgress(export, writer);
            });
  }

  private boolean addChanges(
      Transfer export,
      ExportIncrement increment,
      Snapshot snapshot,
      BooleanSupplier stopping,
      ExportFileWriter writer) {
    boolean hasOldImages = increment.view() == ExportIncrement.View.NEW_AND_OLD_IMAGES;
    return new Recovery(context)
        .forEachChanged(
            export.table(),
            snapshot,
            increment.from(),
            export.at(),
            stopping,
            change -> {
              writer.add(hasOldImages ? change : change.withoutOldImage());
              reportProgress(export, writer);
            });
  }

  private void reportProgress(Transfer export, ExportFileWriter writer) {
    var counts = writer.counts();
    if (counts.written() % PROGRESS_ITEMS == 0) context.transfers().progress(export, counts);
  }
}
