package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.Constraints.given;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.TimeToLive;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** UpdateTimeToLive. */
public record UpdateTimeToLive(
    @Nullable String tableName, @Nullable Boolean enabled, @Nullable String attributeName)
    implements Operation<UpdateTimeToLive.Result> {
  private static final int ATTRIBUTE_LENGTH = 255;

  public record Result(boolean enabled, String attributeName) {}

  @Override
  public UpdateTimeToLive.Result run(Kernel kernel) {
    new Constraints()
        .name("tableName", tableName)
        .required("timeToLiveSpecification.attributeName", attributeName)
        .length("timeToLiveSpecification.attributeName", attributeName, 1, ATTRIBUTE_LENGTH)
        .required("timeToLiveSpecification.enabled", enabled)
        .check();
    var table = TableNames.requireNamed(kernel, TableNames.resolve(given(tableName)));
    var attribute = given(attributeName);
    kernel
        .catalog()
        .alter(
            table,
            definition ->
                definition
                    .change()
                    .timeToLive(changed(kernel, definition.timeToLive(), attribute))
                    .done());
    return new Result(given(enabled), attribute);
  }

  private Optional<TimeToLive> changed(
      Kernel kernel, Optional<TimeToLive> before, String attribute) {
    var other = before.map(TimeToLive::attribute).filter(name -> !name.equals(attribute));
    if (other.isPresent()) {
      throw new ValidationException(
          "TimeToLive is active on a different AttributeName: current AttributeName is "
              + other.get());
    }
    if (given(enabled) == before.isPresent()) {
      throw new ValidationException(
          "TimeToLive is already " + (before.isPresent() ? "enabled" : "disabled"));
    }
    if (before.isPresent()) return Optional.empty();
    return Optional.of(new TimeToLive(attribute, kernel.catalog().newId(), false));
  }
}
