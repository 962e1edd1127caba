package dev.trestle.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.key.Part;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

class FailuresTest {
  private static ApiError refusal(RuntimeException failure) {
    return Failures.refusal(failure, "req_1");
  }

  private static DynamoDbException of(DynamoDbException.Builder builder, String code, int status) {
    var details = AwsErrorDetails.builder().errorCode(code).build();
    return (DynamoDbException) builder.awsErrorDetails(details).statusCode(status).build();
  }

  private static RuntimeException thrownBy(Supplier<?> call) {
    try {
      throw new AssertionError("it gave " + call.get());
    } catch (RuntimeException e) {
      return e;
    }
  }

  @Test
  void a_store_that_cannot_now_asks_to_come_again() {
    var throttled =
        of(
            ProvisionedThroughputExceededException.builder(),
            "ProvisionedThroughputExceededException",
            400);
    var broken = of(InternalServerErrorException.builder(), "InternalServerError", 500);
    var unreachable = SdkClientException.create("no route to 10.0.0.7");
    for (var failure : new RuntimeException[] {throttled, broken, unreachable}) {
      var refusal = refusal(failure);
      assertThat(refusal.status()).isEqualTo(503);
      assertThat(refusal.code()).isEqualTo("SERVICE_UNAVAILABLE");
      assertThat(refusal.message()).doesNotContain("10.0.0.7");
      assertThat(refusal.headers()).extracting(f -> f.name()).containsExactly("Retry-After");
    }
  }

  private static final class Closed extends RuntimeException {}

  @Test
  void refusals_of_the_domain_are_errors_of_the_api_and_other_failures_are_not() {
    Endpoint refusing =
        ((Endpoint)
                _ -> {
                  throw new Closed();
                })
            .refusing(Closed.class, _ -> ApiError.conflict("It is closed."));
    Endpoint failing =
        ((Endpoint)
                _ -> {
                  throw new IllegalStateException("a bug");
                })
            .refusing(Closed.class, _ -> ApiError.conflict("It is closed."));
    try (var served = Served.of(new Router().get("/closed", refusing).get("/bug", failing))) {
      assertThat(served.get("/closed").status()).isEqualTo(409);
      assertThat(served.get("/bug").status()).isEqualTo(500);
    }
  }

  @Test
  void a_store_that_is_asked_wrongly_is_a_bug() {
    var missing = of(ResourceNotFoundException.builder(), "ResourceNotFoundException", 400);
    assertThat(refusal(missing).status()).isEqualTo(500);
  }

  @Test
  void what_a_key_cannot_hold_is_the_callers_fault() {
    var failure = thrownBy(() -> Part.ulid("chat", "chat_").text("not an id"));
    assertThat(Failures.isRefusal(failure)).isTrue();
    var refusal = refusal(failure);
    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.fieldErrors()).extracting(e -> e.field()).containsExactly("chat");
  }

  /** A page with one item, so that there is a cursor. */
  @Test
  void a_cursor_of_another_list_is_the_callers_fault() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(Lines.MODEL, trestle.client(), "");
      var store = Store.of(Lines.MODEL, trestle.client());
      for (int n = 0; n < 3; n++) store.run(Lines.ADD, new Lines.Line("a", n));
      var router =
          new Router()
              .get(
                  "/{list}",
                  call -> {
                    var list = new Lines.OfList(call.pathParameter("list"));
                    var page = store.run(Lines.ALL, list, call.cursor());
                    return Reply.text(200, page.next().map(Cursor::text).orElse("end"));
                  });
      try (var served = Served.of(router)) {
        var cursor = served.get("/a").text();
        assertThat(served.get("/a?cursor=" + cursor).status()).isEqualTo(200);
        for (var wrong : List.of("/b?cursor=" + cursor, "/a?cursor=x" + cursor, "/a?cursor=zz")) {
          var refused = served.get(wrong);
          assertThat(refused.status()).isEqualTo(400);
          assertThat(refused.text()).contains("VALIDATION_ERROR", "\"field\":\"cursor\"");
        }
      }
    }
  }

  @Test
  void a_cursor_comes_from_the_query() {
    var router = new Router().get("/", call -> Reply.text(200, call.cursor().text()));
    try (var served = Served.of(router)) {
      assertThat(served.get("/?cursor=abc").text()).isEqualTo("abc");
      assertThat(served.get("/").text()).isEmpty();
      assertThat(served.get("/?cursor=" + "a".repeat(5000)).status()).isEqualTo(400);
    }
  }
}
