package dev.trestle.engine.execution;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.capacity.RequestUsage;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.refusal.Refusal.BackupNotFoundException;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.BackupArns;
import dev.trestle.engine.request.StreamArns;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.stream.Streams;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.TableBackup;
import dev.trestle.engine.table.TableStream;
import dev.trestle.engine.transfer.TransferFolder;
import dev.trestle.engine.transfer.TransferRegistry;
import dev.trestle.engine.write.ItemCollections;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.engine.write.RequestTokens;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What operations use to run.
 *
 * @param usage the usage of the current request; each request has its own
 */
public record OperationContext(
    Storage storage,
    Catalog catalog,
    ItemWrites writes,
    RequestTokens tokens,
    ItemCollections collections,
    ThroughputLimits limits,
    LaggingIndexes laggingIndexes,
    TransferRegistry transfers,
    InstantSource clock,
    FaultPoints faults,
    String region,
    RequestUsage usage) {
  /** Returns a context for another request. */
  public OperationContext withUsage(RequestUsage another) {
    return new OperationContext(
        storage,
        catalog,
        writes,
        tokens,
        collections,
        limits,
        laggingIndexes,
        transfers,
        clock,
        faults,
        region,
        another);
  }

  /** Returns the table that an item operation names, by name or ARN. */
  public OpenTable table(@Nullable String nameOrArn) {
    return catalog.require(TableNames.resolve(String.valueOf(nameOrArn)));
  }

  /** Returns the table that a table operation names, after checking the name or ARN. */
  public OpenTable checkedTable(@Nullable String nameOrArn) {
    new Constraints().name("tableName", nameOrArn).check();
    return tableNamed(TableNames.resolve(Constraints.given(nameOrArn)));
  }

  /** Returns the table, or throws the error that DynamoDB's table operations return. */
  public OpenTable tableNamed(String name) {
    return catalog
        .find(name)
        .orElseThrow(() ->
            new ResourceNotFoundException(
                "Requested resource not found: Table: " + name + " not found"));
  }

  /** Returns the stream with this ARN. */
  public TableStream stream(String arn) {
    StreamArns.checkForm(arn);
    return catalog.streams().stream()
        .filter(stream -> StreamArns.of(region, stream).equals(arn))
        .findFirst()
        .orElseThrow(() ->
            new ResourceNotFoundException(
                "Requested resource not found: Stream: " + arn + " not found"));
  }

  /** Returns the backup with this ARN. */
  public TableBackup backup(String arn) {
    var id = BackupArns.id(arn);
    return catalog.backups().stream()
        .filter(backup -> backup.id().equals(id) && BackupArns.of(region, backup).equals(arn))
        .findFirst()
        .orElseThrow(() -> new BackupNotFoundException("Backup not found: " + arn));
  }

  /** Returns the folder of exports and imports. */
  public TransferFolder transferFolder() {
    return transfers
        .folder()
        .orElseThrow(() ->
            new ValidationException(
                "One or more parameter values were invalid: this engine has no folder for exports"
                    + " and imports"));
  }

  /** Returns the current time in milliseconds, the precision that is stored. */
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns access to streams. */
  public Streams streams() {
    return new Streams(storage, clock, writes::barrier);
  }
}
