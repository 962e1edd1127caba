package dev.trestle.dynamodb.embedded;

import dev.trestle.dynamodb.RequestFaults;
import dev.trestle.dynamodb.RequestId;
import dev.trestle.engine.Engine;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.storage.StorageException;
import dev.trestle.item.InvalidValueException;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.awscore.AwsResponse;
import software.amazon.awssdk.awscore.DefaultAwsResponseMetadata;
import software.amazon.awssdk.awscore.util.AwsHeader;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The way of every call: request to operation, engine, answer to response; failures translated. */
record Calls(Engine engine) {
  private static final SdkHttpResponse OK = SdkHttpResponse.builder().statusCode(200).build();

  <Q, R, B extends AwsResponse.Builder> B call(
      Q request, Function<Q, ? extends Operation<R>> ask, Function<R, B> answer) {
    try {
      return answered(answer.apply(engine.run(operation(request, ask))));
    } catch (Refusal refusal) {
      throw Failures.of(refusal);
    } catch (InvalidValueException fault) {
      throw Failures.of(fault);
    } catch (StorageException failure) {
      throw Failures.of(failure);
    }
  }

  private static <Q, O extends Operation<?>> O operation(Q request, Function<Q, O> ask) {
    try {
      return ask.apply(request);
    } catch (InvalidValueException fault) {
      RequestFaults.constraintsFirst(() -> ask.apply(request));
      throw fault;
    }
  }

  /** Puts on a response what the SDK would have taken from the HTTP answer. */
  static <B extends AwsResponse.Builder> B answered(B response) {
    var id = Map.of(AwsHeader.AWS_REQUEST_ID, RequestId.next());
    response.responseMetadata(DefaultAwsResponseMetadata.create(id)).sdkHttpResponse(OK);
    return response;
  }
}
