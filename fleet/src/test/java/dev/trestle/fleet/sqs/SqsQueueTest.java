package dev.trestle.fleet.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqsQueueTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "queue",
        "sqs://host/queue",
        "http://host",
        "http://host/",
        "http://host/a/b/c/d",
        "http://user:secret@host/queue",
        "http://host/queue?x=1",
        "http://host/queue#x",
        "http://host/que ue"
      })
  void an_address_that_is_no_queue_is_refused(String address) {
    assertThat(SqsQueue.parse(address)).isEmpty();
  }

  @Test
  void a_queue_in_aws_names_its_region() {
    var address = "https://sqs.eu-north-1.amazonaws.com/123456789012/trestle-wakeups";
    assertThat(SqsQueue.parse(address).orElseThrow().region()).hasValue("eu-north-1");
  }
}
