package dev.trestle.dynamodb.embedded;

import dev.trestle.dynamodb.RequestErrors;
import dev.trestle.dynamodb.RequestId;
import dev.trestle.dynamodb.json.SerializationException;
import dev.trestle.engine.Engine;
import dev.trestle.engine.StorageException;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.item.InvalidValueException;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.awscore.AwsResponse;
import software.amazon.awssdk.awscore.DefaultAwsResponseMetadata;
import software.amazon.awssdk.awscore.util.AwsHeader;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Runs every call: request to operation, engine, result to response, errors to exceptions. */
record OperationRunner(Engine engine) {
  private static final SdkHttpResponse OK = SdkHttpResponse.builder().statusCode(200).build();

  <Q, R, B extends AwsResponse.Builder> B run(
      Q request, Function<Q, ? extends Operation<R>> toOperation, Function<R, B> toResponse) {
    try {
      return withMetadata(toResponse.apply(engine.run(operation(request, toOperation))));
    } catch (Refusal refusal) {
      throw SdkExceptions.of(refusal);
    } catch (InvalidValueException invalid) {
      throw SdkExceptions.of(invalid);
    } catch (SerializationException malformed) {
      throw SdkExceptions.of(malformed);
    } catch (StorageException failure) {
      throw SdkExceptions.of(failure);
    }
  }

  private static <Q, O extends Operation<?>> O operation(Q request, Function<Q, O> toOperation) {
    try {
      return toOperation.apply(request);
    } catch (InvalidValueException invalid) {
      RequestErrors.constraintsFirst(() -> toOperation.apply(request));
      throw invalid;
    }
  }

  /** Adds what the SDK would have taken from the HTTP response. */
  static <B extends AwsResponse.Builder> B withMetadata(B response) {
    var id = Map.of(AwsHeader.AWS_REQUEST_ID, RequestId.next());
    response.responseMetadata(DefaultAwsResponseMetadata.create(id)).sdkHttpResponse(OK);
    return response;
  }
}
