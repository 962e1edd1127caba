package dev.trestle.engine.refusal;

import dev.trestle.item.Item;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer that DynamoDB defines other than success. One sealed family; each face turns it into
 * its own errors in one place. {@link #code()} is DynamoDB's name for it.
 */
public abstract sealed class Refusal extends RuntimeException {
  private Refusal(String message) {
    this(message, null);
  }

  private Refusal(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }

  /** DynamoDB's name of this error, such as {@code ResourceNotFoundException}. */
  public String code() {
    return getClass().getSimpleName();
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** The request itself is wrong. */
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

  public static final class ResourceInUseException extends Refusal {
    public ResourceInUseException(String message) {
      super(message);
    }
  }

  public static final class LimitExceededException extends Refusal {
    public LimitExceededException(String message) {
      super(message);
    }
  }

  /** The item is not as the condition wants it; it is given back if that was asked for. */
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

  /** A statement inserts an item whose key another one has. */
  public static final class DuplicateItemException extends Refusal {
    public DuplicateItemException() {
      super("Duplicate primary key exists in table");
    }
  }

  /** Nothing of the transaction was done; a reason stands for each of its actions, in order. */
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

  public static final class ProvisionedThroughputExceededException extends Refusal {
    public ProvisionedThroughputExceededException() {
      super(
          "The level of configured provisioned throughput for the table was exceeded. Consider"
              + " increasing your provisioning level with the UpdateTable API.");
    }
  }

  /** The stream position asked for lies before what is still kept. */
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

  /** The engine cannot do its work: the disk is full or failed. Nothing of the request was done. */
  public static final class InternalServerError extends Refusal {
    public InternalServerError(Throwable cause) {
      super(String.valueOf(cause.getMessage()), cause);
    }
  }
}
