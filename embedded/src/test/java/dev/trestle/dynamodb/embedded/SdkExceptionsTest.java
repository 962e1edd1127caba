package dev.trestle.dynamodb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.StorageException;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.refusal.ThrottlingReason;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class SdkExceptionsTest {
  private static final Item ITEM = Item.of("a", Value.number(1));
  private static final Map<String, AttributeValue> SHOWN = Map.of("a", AttributeValue.fromN("1"));

  private static final ThrottlingReason WHY =
      new ThrottlingReason("TableReadKeyRangeThroughputExceeded", "arn");

  static List<Refusal> refusals() {
    return List.of(
        new Refusal.ValidationException("wrong"),
        new Refusal.ResourceNotFoundException("not there"),
        new Refusal.AccessDeniedException("not allowed"),
        new Refusal.TableNotFoundException("refused"),
        new Refusal.TableAlreadyExistsException("refused"),
        new Refusal.TableInUseException("refused"),
        new Refusal.ContinuousBackupsUnavailableException("refused"),
        new Refusal.PointInTimeRecoveryUnavailableException("refused"),
        new Refusal.InvalidRestoreTimeException("refused"),
        new Refusal.BackupNotFoundException("refused"),
        new Refusal.BackupInUseException("refused"),
        new Refusal.ExportNotFoundException("refused"),
        new Refusal.ImportNotFoundException("refused"),
        new Refusal.ExportConflictException("refused"),
        new Refusal.ImportConflictException("refused"),
        new Refusal.InvalidExportTimeException("refused"),
        new Refusal.ResourceInUseException("in use"),
        new Refusal.LimitExceededException("too many"),
        new Refusal.ConditionalCheckFailedException(Optional.of(ITEM)),
        new Refusal.DuplicateItemException(),
        new Refusal.TransactionCanceledException("cancelled", List.of(CancellationReason.NONE)),
        new Refusal.TransactionConflictException(),
        new Refusal.TransactionInProgressException(),
        new Refusal.IdempotentParameterMismatchException(),
        new Refusal.ItemCollectionSizeLimitExceededException(),
        new Refusal.ProvisionedThroughputExceededException(false, WHY),
        Refusal.ThrottlingException.ofCapacity(true, WHY),
        new Refusal.RequestLimitExceeded(WHY),
        new Refusal.TrimmedDataAccessException("trimmed"),
        new Refusal.ExpiredIteratorException("expired"),
        new Refusal.InternalServerError(new StorageException("disk full")));
  }

  @Test
  void every_refusal_of_the_family_is_among_the_samples() {
    assertThat(refusals())
        .extracting(Object::getClass)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Refusal.class, Refusal.Throttled.class)
                .flatMap(family -> Arrays.stream(family.getPermittedSubclasses()))
                .filter(refusal -> refusal != Refusal.Throttled.class)
                .toList());
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void a_refusal_becomes_the_exception_of_its_name(Refusal refusal) {
    var failure = SdkExceptions.of(refusal);

    var name = failure.getClass().getSimpleName();
    switch (refusal) {
      case Refusal.ValidationException _, Refusal.AccessDeniedException _ ->
          assertThat(name).isEqualTo("DynamoDbException");
      case Refusal.InternalServerError _ ->
          assertThat(name).isEqualTo("InternalServerErrorException");
      case Refusal.RequestLimitExceeded _ ->
          assertThat(name).isEqualTo("RequestLimitExceededException");
      default -> assertThat(name).isEqualTo(refusal.code());
    }
    assertThat(failure.awsErrorDetails().errorCode()).isEqualTo(refusal.code());
    assertThat(failure.awsErrorDetails().errorMessage()).isEqualTo(refusal.getMessage());
    assertThat(failure.getMessage()).startsWith(refusal.getMessage());
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void a_failure_has_all_that_an_answer_of_the_service_has(Refusal refusal) {
    var failure = SdkExceptions.of(refusal);

    int status = refusal instanceof Refusal.InternalServerError ? 500 : 400;
    assertThat(failure.statusCode()).isEqualTo(status);
    assertThat(failure.awsErrorDetails().sdkHttpResponse().statusCode()).isEqualTo(status);
    assertThat(failure.awsErrorDetails().serviceName()).isEqualTo("DynamoDb");
    assertThat(failure.requestId()).matches("[A-Z0-9]{52}");
  }

  @Test
  void a_failed_condition_shows_the_item_if_it_was_asked_for() {
    var shown = SdkExceptions.of(new Refusal.ConditionalCheckFailedException(Optional.of(ITEM)));
    var hidden = SdkExceptions.of(new Refusal.ConditionalCheckFailedException(Optional.empty()));

    assertThat(((ConditionalCheckFailedException) shown).item()).isEqualTo(SHOWN);
    assertThat(((ConditionalCheckFailedException) hidden).hasItem()).isFalse();
  }

  @Test
  void a_cancelled_transaction_has_a_reason_for_each_action() {
    var failed =
        new CancellationReason("ConditionalCheckFailed", Optional.of("no"), Optional.of(ITEM));
    var refusal =
        new Refusal.TransactionCanceledException(
            "cancelled", List.of(CancellationReason.NONE, failed));

    var reasons = ((TransactionCanceledException) SdkExceptions.of(refusal)).cancellationReasons();

    assertThat(reasons).extracting(r -> r.code()).containsExactly("None", "ConditionalCheckFailed");
    assertThat(reasons.getFirst().message()).isNull();
    assertThat(reasons.getFirst().hasItem()).isFalse();
    assertThat(reasons.getLast().message()).isEqualTo("no");
    assertThat(reasons.getLast().item()).isEqualTo(SHOWN);
  }

  @Test
  void a_faulty_value_is_a_validation_exception() {
    DynamoDbException failure = SdkExceptions.of(new InvalidValueException("bad number"));

    assertThat(failure.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
    assertThat(failure.awsErrorDetails().errorMessage()).isEqualTo("bad number");
  }

  @Test
  void a_failing_disk_is_an_internal_server_error_with_its_cause() {
    var cause = new StorageException("the disk is full");

    var failure = SdkExceptions.of(cause);

    assertThat(failure).isInstanceOf(InternalServerErrorException.class).hasCause(cause);
    assertThat(failure.getMessage()).contains("the disk is full");
  }
}
