package dev.trestle.conformance.crash;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.testing.Faults;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** The process that is killed while it removes records that are older than a day. */
final class TrimLoad {
  private static final Duration LATER = Duration.ofHours(30);

  private TrimLoad() {}

  /** Takes the data folder and the chunk of records before whose removal the process dies. */
  static void main(String[] arguments) {
    var faults = new Faults();
    faults.halt(FaultPoints.TRIM_CHUNK, Long.parseLong(arguments[1]));
    var options =
        EngineOptions.at(Path.of(arguments[0]))
            .withTimeToLiveDelay(Duration.ofDays(400))
            .withClock(Clock.offset(Clock.systemUTC(), LATER))
            .withFaults(faults);
    try (var trestle = Trestle.open(options)) {
      trestle.engine().runHousekeeping();
    }
  }
}
