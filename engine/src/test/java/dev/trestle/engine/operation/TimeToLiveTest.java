package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.TableRequests.people;
import static dev.trestle.engine.operation.TableRequests.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimeToLiveTest {
  private final Engine engine = Engine.open(EngineOptions.inMemory());

  @BeforeEach
  void create() {
    engine.run(people().create());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private DescribeTimeToLive.Result described() {
    return engine.run(new DescribeTimeToLive("people"));
  }

  @Test
  void it_is_off_until_it_is_switched_on() {
    assertThat(described().status()).isEqualTo("DISABLED");
    assertThat(described().attributeName()).isEmpty();
    var answer = engine.run(new UpdateTimeToLive("people", true, "expires"));
    assertThat(answer).isEqualTo(new UpdateTimeToLive.Result(true, "expires"));
    assertThat(described().status()).isIn("ENABLING", "ENABLED");
    assertThat(described().attributeName()).contains("expires");
    engine.run(new UpdateTimeToLive("people", false, "expires"));
    assertThat(described())
        .isEqualTo(new DescribeTimeToLive.Result("DISABLED", java.util.Optional.empty()));
  }

  @Test
  void it_is_not_switched_twice_nor_to_another_attribute() {
    assertThat(refusal(engine, new UpdateTimeToLive("people", false, "expires")))
        .isEqualTo("ValidationException: TimeToLive is already disabled");
    engine.run(new UpdateTimeToLive("people", true, "expires"));
    assertThat(refusal(engine, new UpdateTimeToLive("people", true, "expires")))
        .isEqualTo("ValidationException: TimeToLive is already enabled");
    var other =
        "ValidationException: TimeToLive is active on a different AttributeName: current"
            + " AttributeName is expires";
    assertThat(refusal(engine, new UpdateTimeToLive("people", true, "other"))).isEqualTo(other);
    assertThat(refusal(engine, new UpdateTimeToLive("people", false, "other"))).isEqualTo(other);
  }

  @Test
  void both_members_are_required() {
    assertThat(refusal(engine, new UpdateTimeToLive("people", null, null)))
        .isEqualTo(
            "ValidationException: 2 validation errors detected: Value null at"
                + " 'timeToLiveSpecification.attributeName' failed to satisfy constraint: Member must"
                + " not be null; Value null at 'timeToLiveSpecification.enabled' failed to satisfy"
                + " constraint: Member must not be null");
    assertThat(refusal(engine, new DescribeTimeToLive("nope")))
        .isEqualTo(
            "ResourceNotFoundException: Requested resource not found: Table: nope not found");
  }
}
