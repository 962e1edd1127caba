package dev.trestle.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.testing.reference.TableShape;
import dev.trestle.testing.reference.Tables;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The engine behind HTTP has the clock and the faults that the test receives. */
class HttpTargetTest {
  @Test
  void its_clients_speak_to_its_engine_over_http() throws ExecutionException, InterruptedException {
    var subject = HttpTarget.create();
    try (subject) {
      var id = new TableShape.KeyAttribute("id", ScalarAttributeType.S);
      Tables.create(subject.client(), new TableShape("table", List.of(id), List.of(), false));

      assertThat(subject.embedded().client().listTables().tableNames()).containsExactly("table");
      assertThat(subject.asyncClient().listTables().get().tableNames()).containsExactly("table");
      assertThat(subject.streamsClient().listStreams().streams()).isEmpty();
      subject.server().close();
      assertThatThrownBy(() -> subject.client().listTables())
          .isInstanceOf(SdkClientException.class);
    }
  }
}
