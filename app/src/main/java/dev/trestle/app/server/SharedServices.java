package dev.trestle.app.server;

import dev.trestle.console.ConsoleService;
import dev.trestle.fleet.kafka.KafkaEventLog;
import dev.trestle.fleet.redis.Redis;
import dev.trestle.fleet.sqs.SqsWakeups;
import dev.trestle.platform.metrics.Health;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The services beside the tables that servers share. A server can do without each of them. */
final class SharedServices {
  /** A service and the part of the health check that asks it. */
  private record Service(String part, String name, String purpose) {}

  private final Health health;
  private final List<Service> services = new ArrayList<>();

  private SharedServices(Health health) {
    this.health = health;
  }

  /** Adds a check for each service that is configured. */
  static SharedServices in(
      Health health,
      Optional<Redis> redis,
      Optional<SqsWakeups> sqs,
      Optional<KafkaEventLog> kafka,
      ServerBlobs blobs) {
    var shared = new SharedServices(health);
    redis.ifPresent(each -> shared.add("redis", "Redis", "signals and rate limits", each::check));
    sqs.ifPresent(each -> shared.add("sqs", "SQS", "wake-ups of workers", each::check));
    kafka.ifPresent(each -> shared.add("kafka", "Kafka", "events for other programs", each::check));
    switch (blobs) {
      case ServerBlobs.Local _ -> {}
      case ServerBlobs.Shared(var bucket) ->
          shared.add("blobs", "S3", "photos and files", bucket::check);
    }
    return shared;
  }

  private void add(String part, String name, String purpose, Health.Check check) {
    health.optional(part, check);
    services.add(new Service(part, name, purpose));
  }

  /** Asks each of them. */
  List<ConsoleService> view() {
    var passing = health.passing(services.stream().map(Service::part).toList());
    return services.stream()
        .map(each -> new ConsoleService(each.name, each.purpose, passing.contains(each.part)))
        .toList();
  }
}
