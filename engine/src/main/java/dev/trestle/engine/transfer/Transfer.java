package dev.trestle.engine.transfer;

import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.table.TableDefinition;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * An export or import of a table.
 *
 * @param number makes the id unique; from the catalog's ids
 * @param table the definition of the exported table, or of the new one
 * @param at the time of the exported items, or the end of an incremental export; of an import, when
 *     it started
 * @param prefix the bucket's folder for an export; of an import, how the names of its files begin
 * @param request a digest of the request, to compare it with another that has the same token
 * @param increment what an incremental export contains; empty for all others
 */
public record Transfer(
    Kind kind,
    int number,
    Status status,
    TableDefinition table,
    Instant started,
    Optional<Instant> ended,
    Instant at,
    String bucket,
    Optional<String> prefix,
    Optional<String> clientToken,
    String request,
    InputFormat input,
    Counts counts,
    Optional<Failure> failure,
    Optional<ExportIncrement> increment) {
  public enum Kind {
    EXPORT,
    IMPORT
  }

  public enum Status {
    IN_PROGRESS,
    COMPLETED,
    FAILED
  }

  /** Why it failed, with DynamoDB's code. */
  public record Failure(String code, String message) {
    public static final Failure INVALID_ITEMS =
        new Failure(
            "ItemValidationError",
            "Some of the items failed validation checks and were not imported. Please check"
                + " CloudWatch error logs for more details.");
  }

  /**
   * Its progress.
   *
   * @param processed how many items were read
   * @param written how many of them were written
   * @param bytes the size of what was read from files, or of the exported items
   * @param errors how many were refused
   */
  public record Counts(long processed, long written, long bytes, long errors) {
    public static final Counts NONE = new Counts(0, 0, 0, 0);
  }

  /** Returns the last part of the ARN. */
  public String id() {
    return String.format(Locale.ROOT, "%014d-%08x", started.toEpochMilli(), number);
  }

  public String arn(String region) {
    return tableArn(region) + "/" + kind.name().toLowerCase(Locale.ROOT) + "/" + id();
  }

  public String tableArn(String region) {
    return TableNames.arn(region, table.name());
  }

  /** Returns DynamoDB's word for the kind of export. */
  public String exportType() {
    return increment.isPresent() ? "INCREMENTAL_EXPORT" : "FULL_EXPORT";
  }

  /** Returns the folder of an export's files, as a key in its bucket. */
  public String exportKey() {
    return prefix.map(folder -> folder + "/").orElse("") + "AWSDynamoDB/" + id();
  }

  public Transfer with(Counts changed) {
    return with(status, ended, changed, failure);
  }

  /** Returns its state after its last step. It has failed if items were refused. */
  public Transfer ended(Instant now, Counts totals) {
    if (totals.errors() > 0) return with(totals).failed(now, Failure.INVALID_ITEMS);
    return with(Status.COMPLETED, Optional.of(now), totals, Optional.empty());
  }

  public Transfer failed(Instant now, Failure why) {
    return with(Status.FAILED, Optional.of(now), counts, Optional.of(why));
  }

  private Transfer with(
      Status newStatus, Optional<Instant> newEnd, Counts newCounts, Optional<Failure> newFailure) {
    return new Transfer(
        kind,
        number,
        newStatus,
        table,
        started,
        newEnd,
        at,
        bucket,
        prefix,
        clientToken,
        request,
        input,
        newCounts,
        newFailure,
        increment);
  }
}
