package dev.trestle.engine.refusal;

import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An error that DynamoDB defines. The in-process client and the HTTP endpoint each convert the
 * sealed family to their own errors in one place.
 */
public abstract sealed class Refusal extends RuntimeException {
  private Refusal(String message) {
    this(message, null);
  }

  private Refusal(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }

  /** Returns DynamoDB's name of the error, such as {@code ResourceNotFoundException}. */
  public String code() {
    return getClass().getSimpleName();
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** The request is invalid. */
  public static final class ValidationException extends Refusal {
    public ValidationException(String message) {
      super(message);
    }
  }

  public static final class ResourceNotFoundException extends Refusal {
    public ResourceNotFoundException(String message) {
      super(message);
    }
  }

  public static final class AccessDeniedException extends Refusal {
    public AccessDeniedException(String message) {
      super(message);
    }
  }

  public static final class TableNotFoundException extends Refusal {
    public TableNotFoundException(String message) {
      super(message);
    }
  }

  public static final class TableAlreadyExistsException extends Refusal {
    public TableAlreadyExistsException(String message) {
      super(message);
    }
  }

  public static final class TableInUseException extends Refusal {
    public TableInUseException(String message) {
      super(message);
    }
  }

  public static final class ContinuousBackupsUnavailableException extends Refusal {
    public ContinuousBackupsUnavailableException(String message) {
      super(message);
    }
  }

  public static final class PointInTimeRecoveryUnavailableException extends Refusal {
    public PointInTimeRecoveryUnavailableException(String message) {
      super(message);
    }
  }

  public static final class InvalidRestoreTimeException extends Refusal {
    public InvalidRestoreTimeException(String message) {
      super(message);
    }
  }

  public static final class BackupNotFoundException extends Refusal {
    public BackupNotFoundException(String message) {
      super(message);
    }
  }

  public static final class BackupInUseException extends Refusal {
    public BackupInUseException(String message) {
      super(message);
    }
  }

  public static final class ExportNotFoundException extends Refusal {
    public ExportNotFoundException(String message) {
      super(message);
    }
  }

  public static final class ImportNotFoundException extends Refusal {
    public ImportNotFoundException(String message) {
      super(message);
    }
  }

  public static final class ExportConflictException extends Refusal {
    public ExportConflictException(String message) {
      super(message);
    }
  }

  public static final class ImportConflictException extends Refusal {
    public ImportConflictException(String message) {
      super(message);
    }
  }

  public static final class InvalidExportTimeException extends Refusal {
    public InvalidExportTimeException(String message) {
      super(message);
    }
  }

  public static final class ResourceInUseException extends Refusal {
    public ResourceInUseException(String message) {
      super(message);
    }
  }

  public static final class LimitExceededException extends Refusal {
    public LimitExceededException(String message) {
      super(message);
    }

    public static LimitExceededException ofTables() {
      return new LimitExceededException(
          "Subscriber limit exceeded: There is a limit of "
              + Limits.TABLES
              + " tables per subscriber");
    }
  }

  /** The condition does not hold. Contains the item if the request asked for it. */
  public static final class ConditionalCheckFailedException extends Refusal {
    private final transient Optional<Item> item;

    public ConditionalCheckFailedException(Optional<Item> item) {
      super("The conditional request failed");
      this.item = item;
    }

    public Optional<Item> item() {
      return item;
    }
  }

  /** A statement inserts an item whose key already exists. */
  public static final class DuplicateItemException extends Refusal {
    public DuplicateItemException() {
      super("Duplicate primary key exists in table");
    }
  }

  /** Nothing of the transaction was written. There is a reason for each action, in their order. */
  public static final class TransactionCanceledException extends Refusal {
    private final transient List<CancellationReason> reasons;

    public TransactionCanceledException(String message, List<CancellationReason> reasons) {
      super(message);
      this.reasons = List.copyOf(reasons);
    }

    public List<CancellationReason> reasons() {
      return reasons;
    }
  }

  public static final class TransactionConflictException extends Refusal {
    public TransactionConflictException() {
      super("Transaction is ongoing for the item");
    }
  }

  public static final class TransactionInProgressException extends Refusal {
    public TransactionInProgressException() {
      super("Transaction with this request token is still in progress");
    }
  }

  public static final class IdempotentParameterMismatchException extends Refusal {
    public IdempotentParameterMismatchException() {
      super(
          "This request used the same client token as a previous request, but parameters do not"
              + " match");
    }
  }

  public static final class ItemCollectionSizeLimitExceededException extends Refusal {
    public ItemCollectionSizeLimitExceededException() {
      super("Item collection size limit exceeded.");
    }
  }

  /** The request exceeds a throughput limit. Nothing was read or written. */
  public abstract static sealed class Throttled extends Refusal {
    private final transient List<ThrottlingReason> reasons;

    private Throttled(String message, ThrottlingReason reason) {
      super(message);
      this.reasons = List.of(reason);
    }

    public List<ThrottlingReason> reasons() {
      return reasons;
    }

    /** Returns the code of a canceled transaction's reason. */
    public String cancellationCode() {
      return "ThrottlingError";
    }
  }

  /** A provisioned table or index is throttled. */
  public static final class ProvisionedThroughputExceededException extends Throttled {
    public ProvisionedThroughputExceededException(boolean isIndex, ThrottlingReason reason) {
      super(
          isIndex
              ? "The level of configured provisioned throughput for one or more global secondary"
                  + " indexes of the table was exceeded. Consider increasing your provisioning level"
                  + " for the under-provisioned global secondary indexes with the UpdateTable API"
              : "The level of configured provisioned throughput for the table was exceeded."
                  + " Consider increasing your provisioning level with the UpdateTable API.",
          reason);
    }

    @Override
    public String cancellationCode() {
      return "ProvisionedThroughputExceeded";
    }
  }

  /** An on-demand table or index is throttled. */
  public static final class ThrottlingException extends Throttled {
    private ThrottlingException(String message, ThrottlingReason reason) {
      super(message, reason);
    }

    /** A partition is at its limit. */
    public static ThrottlingException ofCapacity(boolean isIndex, ThrottlingReason reason) {
      return new ThrottlingException(
          isIndex
              ? "Throughput exceeds the current capacity for one or more global secondary indexes."
                  + " DynamoDB is automatically scaling your index so please try again shortly."
              : "Throughput exceeds the current capacity of your table or index. DynamoDB is"
                  + " automatically scaling your table or index so please try again shortly. If"
                  + " exceptions persist, check if you have a hot key:"
                  + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html",
          reason);
    }

    /** The maximum that was set for the table or index is used up. */
    public static ThrottlingException ofMaximum(ThrottlingReason reason) {
      return new ThrottlingException(
          "Throughput exceeds the maximum OnDemandThroughput configured on table or index", reason);
    }
  }

  /** An on-demand table or index exceeds the account's quota. */
  public static final class RequestLimitExceeded extends Throttled {
    public RequestLimitExceeded(ThrottlingReason reason) {
      super(
          "Throughput exceeds the current throughput limit for your account. Please contact AWS"
              + " Support at https://aws.amazon.com/support request a limit increase",
          reason);
    }
  }

  /** The requested stream position is older than the records that are kept. */
  public static final class TrimmedDataAccessException extends Refusal {
    public TrimmedDataAccessException(String message) {
      super(message);
    }
  }

  public static final class ExpiredIteratorException extends Refusal {
    public ExpiredIteratorException(String message) {
      super(message);
    }
  }

  /** The disk is full or has failed. Nothing of the request was written. */
  public static final class InternalServerError extends Refusal {
    public InternalServerError(Throwable cause) {
      super(String.valueOf(cause.getMessage()), cause);
    }
  }
}
