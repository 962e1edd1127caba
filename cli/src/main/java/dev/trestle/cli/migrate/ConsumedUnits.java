package dev.trestle.cli.migrate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** Sums what requests consumed. */
final class ConsumedUnits {
  private ConsumedUnits() {}

  static double of(@Nullable ConsumedCapacity consumed) {
    return consumed == null || consumed.capacityUnits() == null ? 0 : consumed.capacityUnits();
  }

  static double of(List<ConsumedCapacity> consumed) {
    return consumed.stream().mapToDouble(ConsumedUnits::of).sum();
  }
}
