package dev.trestle.app.command;

import dev.trestle.app.config.Setting;
import dev.trestle.app.server.KafkaAccess;
import dev.trestle.cli.Environment;
import dev.trestle.cli.ExitCode;
import dev.trestle.cli.UsageError;
import dev.trestle.design.Suggestion;
import dev.trestle.ecobid.event.MarketEvents;
import dev.trestle.messenger.event.EntryEvents;
import dev.trestle.platform.event.EventLog;
import dev.trestle.platform.event.EventLogException;
import dev.trestle.stak.event.DeliveryEvents;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "follow",
    description = {
      "Print the events that servers publish to Kafka, until Ctrl-C.",
      "Topics are messenger, stak and ecobid. Events may be printed twice: they have the same key"
          + " and sequence."
    })
final class FollowCommand implements Callable<Integer> {
  private static final List<String> TOPICS =
      List.of(EntryEvents.TOPIC, DeliveryEvents.TOPIC, MarketEvents.TOPIC);

  private static final int END_SECONDS_MAX = 10;

  private final Environment environment;
  private final Flags flags = new Flags();
  private Optional<String> group = Optional.empty();
  private Optional<String> key = Optional.empty();

  @Parameters(paramLabel = "TOPIC", description = "messenger, stak or ecobid.")
  private String topic = "";

  @Option(
      names = "--from-start",
      description = "Begin with the oldest events that Kafka keeps (with those from now on).")
  private boolean fromStart;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  FollowCommand(Environment environment) {
    this.environment = environment;
  }

  @Option(
      names = "--group",
      paramLabel = "NAME",
      description = {
        "Continue where this group stopped; a new group begins with the oldest events.",
        "Several programs of one group share the events."
      })
  void group(String name) {
    group = Optional.of(name);
  }

  @Option(names = "--key", paramLabel = "KEY", description = "Print events of this key only.")
  void key(String wanted) {
    key = Optional.of(wanted);
  }

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT,...",
      description = "The brokers to ask first.")
  void kafka(String hosts) {
    flags.set(Setting.KAFKA, hosts, "--kafka");
  }

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "Settings of Kafka's clients, such as credentials (none).")
  void kafkaConfig(String file) {
    flags.set(Setting.KAFKA_CONFIG, file, "--kafka-config");
  }

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "The prefix of the servers' table names, which topics have, too.")
  void prefix(String text) {
    flags.set(Setting.TABLE_PREFIX, text, "--prefix");
  }

  @Override
  public Integer call() {
    requireTopic();
    if (group.isPresent() && fromStart) {
      throw new UsageError("A new group begins with the oldest events. Leave out --from-start.");
    }
    group
        .filter(name -> !EventLog.NAME.matcher(name).matches())
        .ifPresent(_ -> {
          throw new UsageError("--group takes up to 128 letters, digits, dots, hyphens and _.");
        });
    var options =
        flags
            .configuration(environment)
            .kafka()
            .orElseThrow(() -> new UsageError("Name Kafka's brokers: --kafka localhost:9092."));
    var line = spec.commandLine();
    var over = new CountDownLatch(1);
    var ended = new CountDownLatch(1);
    var printer = new EventPrinter(line.getOut(), json, key, group.isPresent(), over::countDown);
    try (var log = KafkaAccess.open(options);
        var _ = follow(log, printer)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(over, ended), "follow-end"));
      over.await();
      return ExitCode.SUCCESS;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.SUCCESS;
    } catch (EventLogException e) {
      line.getErr().println("trestle follow: " + options + ": " + e.getMessage());
      return ExitCode.MISSING;
    } finally {
      ended.countDown();
    }
  }

  private void requireTopic() {
    if (TOPICS.contains(topic)) return;
    var meant = Suggestion.of(topic, TOPICS).map(" Did you mean '%s'?"::formatted);
    throw new UsageError(
        "There is no topic '%s'. Topics are %s.".formatted(topic, String.join(", ", TOPICS))
            + meant.orElse(""));
  }

  private EventLog.Subscription follow(EventLog log, EventPrinter printer) {
    if (group.isPresent()) return log.follow(topic, group.get(), printer);
    var start = fromStart ? EventLog.Start.OLDEST : EventLog.Start.NOW;
    return log.follow(topic, start, printer);
  }

  /** At Ctrl-C: stores how far the group is before the process ends. */
  private static void end(CountDownLatch over, CountDownLatch ended) {
    over.countDown();
    try {
      if (!ended.await(END_SECONDS_MAX, TimeUnit.SECONDS)) return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
