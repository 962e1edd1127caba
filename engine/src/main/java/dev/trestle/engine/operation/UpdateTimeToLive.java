package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.table.TimeToLive;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** UpdateTimeToLive: enables or disables time to live. */
public record UpdateTimeToLive(
    @Nullable String tableName, @Nullable Boolean enabled, @Nullable String attributeName)
    implements Operation<UpdateTimeToLive.Result> {
  private static final int ATTRIBUTE_LENGTH = 255;

  public record Result(boolean enabled, String attributeName) {}

  @Override
  public UpdateTimeToLive.Result run(OperationContext context) {
    new Constraints()
        .name("tableName", tableName)
        .required("timeToLiveSpecification.attributeName", attributeName)
        .length("timeToLiveSpecification.attributeName", attributeName, 1, ATTRIBUTE_LENGTH)
        .required("timeToLiveSpecification.enabled", enabled)
        .check();
    var table = context.tableNamed(TableNames.resolve(given(tableName)));
    var attribute = given(attributeName);
    context
        .catalog()
        .alter(
            table,
            definition ->
                definition.toBuilder()
                    .timeToLive(changed(context, definition.timeToLive(), attribute))
                    .build());
    return new Result(given(enabled), attribute);
  }

  private Optional<TimeToLive> changed(
      OperationContext context, Optional<TimeToLive> before, String attribute) {
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
    return Optional.of(new TimeToLive(attribute, context.catalog().newId(), false));
  }
}
