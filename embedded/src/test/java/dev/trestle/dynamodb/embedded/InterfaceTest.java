package dev.trestle.dynamodb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** No method of the SDK's interfaces is left to its default, which only throws. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InterfaceTest {
  private Trestle trestle;

  @BeforeAll
  void open() {
    trestle = Trestle.inMemory();
  }

  @AfterAll
  void close() {
    trestle.close();
  }

  @Test
  void every_operation_of_the_client_is_implemented() {
    assertThat(left(DynamoDbClient.class, trestle.client())).isEmpty();
  }

  @Test
  void every_operation_of_the_asynchronous_client_is_implemented() {
    assertThat(left(DynamoDbAsyncClient.class, trestle.asyncClient())).isEmpty();
  }

  @Test
  void every_operation_of_the_streams_client_is_implemented() {
    assertThat(left(DynamoDbStreamsClient.class, trestle.streamsClient())).isEmpty();
  }

  private static List<String> left(Class<?> type, Object client) {
    return Arrays.stream(type.getMethods())
        .filter(Method::isDefault)
        .filter(method -> method.getParameterCount() == 1)
        .filter(method -> SdkRequest.class.isAssignableFrom(method.getParameterTypes()[0]))
        .filter(method -> !method.getName().endsWith("Paginator"))
        .filter(method -> isInherited(method, client))
        .map(Method::getName)
        .toList();
  }

  private static boolean isInherited(Method method, Object client) {
    try {
      var own = client.getClass().getMethod(method.getName(), method.getParameterTypes());
      return own.getDeclaringClass().isInterface();
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void an_operation_that_the_engine_lacks_is_unknown() {
    assertThatThrownBy(() -> trestle.client().listGlobalTables(r -> {}))
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            e -> {
              assertThat(e.awsErrorDetails().errorCode()).isEqualTo("UnknownOperationException");
              assertThat(e.statusCode()).isEqualTo(400);
              assertThat(e.getMessage()).contains("ListGlobalTables");
            });
  }

  @Test
  void a_future_fails_with_the_exception_itself() {
    CompletableFuture<?> future = trestle.asyncClient().listGlobalTables(r -> {});

    var thrown = future.handle((_, failure) -> failure).join();

    assertThat(thrown).isInstanceOf(DynamoDbException.class);
  }

  @Test
  void clients_tell_their_service_and_region() {
    assertThat(trestle.client().serviceName()).isEqualTo("dynamodb");
    assertThat(trestle.asyncClient().serviceName()).isEqualTo("dynamodb");
    assertThat(trestle.client().serviceClientConfiguration().region()).isEqualTo(Region.US_EAST_1);
    assertThat(trestle.asyncClient().serviceClientConfiguration().region())
        .isEqualTo(Region.US_EAST_1);
    assertThat(trestle.streamsClient().serviceClientConfiguration().region())
        .isEqualTo(Region.US_EAST_1);
    assertThat(trestle.client().describeEndpoints().endpoints().getFirst().address())
        .isEqualTo("dynamodb.us-east-1.amazonaws.com");
  }

  @Test
  void closing_a_client_leaves_the_engine_open() {
    trestle.client().close();
    trestle.asyncClient().close();
    trestle.streamsClient().close();

    assertThat(trestle.client().describeEndpoints().sdkHttpResponse().isSuccessful()).isTrue();
  }
}
