package dev.trestle.dynamodb.embedded;

import dev.trestle.dynamodb.RequestId;
import dev.trestle.dynamodb.json.SerializationException;
import dev.trestle.engine.StorageException;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.item.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.BackupInUseException;
import software.amazon.awssdk.services.dynamodb.model.BackupNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.DuplicateItemException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.ExportConflictException;
import software.amazon.awssdk.services.dynamodb.model.ExportNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ImportConflictException;
import software.amazon.awssdk.services.dynamodb.model.ImportNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.InvalidExportTimeException;
import software.amazon.awssdk.services.dynamodb.model.InvalidRestoreTimeException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableAlreadyExistsException;
import software.amazon.awssdk.services.dynamodb.model.TableInUseException;
import software.amazon.awssdk.services.dynamodb.model.TableNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/** Turns refusals and failures of the engine into the exceptions that the SDK would throw. */
final class SdkExceptions {
  private static final int CLIENT = 400;
  private static final int SERVER = 500;
  private static final SdkHttpResponse CLIENT_ERROR = response(CLIENT);
  private static final SdkHttpResponse SERVER_ERROR = response(SERVER);

  private SdkExceptions() {}

  static DynamoDbException of(Refusal refusal) {
    return switch (refusal) {
      case Refusal.ValidationException e -> build(DynamoDbException.builder(), e);
      case Refusal.ResourceNotFoundException e -> build(ResourceNotFoundException.builder(), e);
      case Refusal.AccessDeniedException e -> build(DynamoDbException.builder(), e);
      case Refusal.TableNotFoundException e -> build(TableNotFoundException.builder(), e);
      case Refusal.TableAlreadyExistsException e -> build(TableAlreadyExistsException.builder(), e);
      case Refusal.TableInUseException e -> build(TableInUseException.builder(), e);
      case Refusal.ContinuousBackupsUnavailableException e ->
          build(ContinuousBackupsUnavailableException.builder(), e);
      case Refusal.PointInTimeRecoveryUnavailableException e ->
          build(PointInTimeRecoveryUnavailableException.builder(), e);
      case Refusal.InvalidRestoreTimeException e -> build(InvalidRestoreTimeException.builder(), e);
      case Refusal.BackupNotFoundException e -> build(BackupNotFoundException.builder(), e);
      case Refusal.BackupInUseException e -> build(BackupInUseException.builder(), e);
      case Refusal.ExportConflictException e -> build(ExportConflictException.builder(), e);
      case Refusal.ExportNotFoundException e -> build(ExportNotFoundException.builder(), e);
      case Refusal.ImportConflictException e -> build(ImportConflictException.builder(), e);
      case Refusal.ImportNotFoundException e -> build(ImportNotFoundException.builder(), e);
      case Refusal.InvalidExportTimeException e -> build(InvalidExportTimeException.builder(), e);
      case Refusal.ResourceInUseException e -> build(ResourceInUseException.builder(), e);
      case Refusal.LimitExceededException e -> build(LimitExceededException.builder(), e);
      case Refusal.ConditionalCheckFailedException e -> {
        var builder = ConditionalCheckFailedException.builder();
        e.item().ifPresent(item -> builder.item(SdkValues.map(item)));
        yield build(builder, e);
      }
      case Refusal.DuplicateItemException e -> build(DuplicateItemException.builder(), e);
      case Refusal.TransactionCanceledException e ->
          build(
              TransactionCanceledException.builder().cancellationReasons(reasons(e.reasons())), e);
      case Refusal.TransactionConflictException e ->
          build(TransactionConflictException.builder(), e);
      case Refusal.TransactionInProgressException e ->
          build(TransactionInProgressException.builder(), e);
      case Refusal.IdempotentParameterMismatchException e ->
          build(IdempotentParameterMismatchException.builder(), e);
      case Refusal.ItemCollectionSizeLimitExceededException e ->
          build(ItemCollectionSizeLimitExceededException.builder(), e);
      case Refusal.ProvisionedThroughputExceededException e ->
          build(
              ProvisionedThroughputExceededException.builder().throttlingReasons(throttles(e)), e);
      case Refusal.ThrottlingException e ->
          build(ThrottlingException.builder().throttlingReasons(throttles(e)), e);
      case Refusal.RequestLimitExceeded e ->
          build(RequestLimitExceededException.builder().throttlingReasons(throttles(e)), e);
      case Refusal.TrimmedDataAccessException e -> build(TrimmedDataAccessException.builder(), e);
      case Refusal.ExpiredIteratorException e -> build(ExpiredIteratorException.builder(), e);
      case Refusal.InternalServerError e ->
          build(InternalServerErrorException.builder().cause(e.getCause()), e);
    };
  }

  static DynamoDbException of(InvalidValueException invalid) {
    return of(new Refusal.ValidationException(invalid.getMessage()));
  }

  static DynamoDbException of(SerializationException malformed) {
    return build(DynamoDbException.builder(), "SerializationException", malformed.getMessage());
  }

  static DynamoDbException of(StorageException failure) {
    return of(new Refusal.InternalServerError(failure));
  }

  /** DynamoDB's error for an unknown operation. */
  static DynamoDbException unknown(String operation) {
    return build(
        DynamoDbException.builder(),
        "UnknownOperationException",
        operation + " is not supported by this engine");
  }

  private static List<ThrottlingReason> throttles(Refusal.Throttled throttled) {
    return throttled.reasons().stream()
        .map(
            why -> ThrottlingReason.builder().reason(why.reason()).resource(why.resource()).build())
        .toList();
  }

  private static List<software.amazon.awssdk.services.dynamodb.model.CancellationReason> reasons(
      List<CancellationReason> reasons) {
    var answers =
        new ArrayList<software.amazon.awssdk.services.dynamodb.model.CancellationReason>(
            reasons.size());
    for (var reason : reasons) {
      var answer =
          software.amazon.awssdk.services.dynamodb.model.CancellationReason.builder()
              .code(reason.code())
              .message(reason.message().orElse(null));
      reason.item().ifPresent(item -> answer.item(SdkValues.map(item)));
      answers.add(answer.build());
    }
    return answers;
  }

  private static DynamoDbException build(DynamoDbException.Builder builder, Refusal refusal) {
    return build(builder, refusal.code(), refusal.getMessage());
  }

  private static DynamoDbException build(
      DynamoDbException.Builder builder, String code, String message) {
    boolean server = code.equals("InternalServerError");
    var details =
        AwsErrorDetails.builder()
            .errorCode(code)
            .errorMessage(message)
            .serviceName("DynamoDb")
            .sdkHttpResponse(server ? SERVER_ERROR : CLIENT_ERROR)
            .build();
    return (DynamoDbException)
        builder
            .awsErrorDetails(details)
            .message(message)
            .requestId(RequestId.next())
            .statusCode(server ? SERVER : CLIENT)
            .build();
  }

  private static SdkHttpResponse response(int status) {
    return SdkHttpResponse.builder().statusCode(status).build();
  }
}
