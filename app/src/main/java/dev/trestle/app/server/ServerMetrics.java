package dev.trestle.app.server;

import dev.trestle.console.Console;
import dev.trestle.console.ConsoleAlarm;
import dev.trestle.console.ConsoleAlarm.State;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.queue.QueueStats;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/** The metrics of systems, queues, feeds and alarms. */
final class ServerMetrics {
  private ServerMetrics() {}

  static List<Metric> of(List<ServedSystem> systems, SystemContext context, Console console) {
    var metrics = new ArrayList<Metric>();
    metrics.add(
        Metric.counter(
            "signals.dropped",
            "Signals dropped because a listener was too slow",
            () -> (double) context.signals().dropped()));
    for (var system : systems) {
      metrics.addAll(system.metrics());
      system.feeds().forEach(followed -> metrics.add(lag(followed, context)));
      for (var name : system.queues()) {
        metrics.add(queue(context, name, "queue.waiting", "Jobs due", QueueStats::waiting));
        metrics.add(queue(context, name, "queue.dead", "Dead letters", QueueStats::dead));
      }
    }
    console.throttles().forEach((table, count) -> metrics.add(throttles(table, count)));
    int alarms = console.alarms().size();
    for (int index = 0; index < alarms; index++) addAlarm(console, index, metrics);
    return metrics;
  }

  static Metric lag(FollowedTable followed, SystemContext context) {
    return Metric.gauge(
            "feed.lag.seconds",
            "How far a consumer group is behind its stream",
            () -> context.feed().stats(followed.group(), followed.table()).lagMax().toNanos() / 1e9)
        .label("consumer", followed.group());
  }

  private static Metric throttles(String table, LongSupplier count) {
    return Metric.counter(
            "requests.throttled",
            "Reads and writes that the engine throttled, each item of a batch counted",
            () -> (double) count.getAsLong())
        .label("table", table);
  }

  private static Metric queue(
      SystemContext context,
      String queue,
      String name,
      String description,
      ToDoubleFunction<QueueStats> value) {
    return Metric.gauge(name, description, () -> value.applyAsDouble(context.queue().stats(queue)))
        .label("queue", queue);
  }

  private static void addAlarm(Console console, int index, List<Metric> metrics) {
    metrics.add(
        alarm(
            console,
            index,
            "alarm.raised",
            "1 while an alarm is raised, otherwise 0",
            ServerMetrics::raised));
    metrics.add(
        alarm(
            console,
            index,
            "alarm.value",
            "The value that an alarm watches",
            alarm -> alarm.value().orElse(Double.NaN)));
    metrics.add(
        alarm(
            console,
            index,
            "alarm.threshold",
            "The value above which an alarm is raised",
            ConsoleAlarm::threshold));
  }

  private static double raised(ConsoleAlarm alarm) {
    if (alarm.state() == State.UNKNOWN) return Double.NaN;
    return alarm.state() == State.RAISED ? 1 : 0;
  }

  private static Metric alarm(
      Console console,
      int index,
      String name,
      String description,
      ToDoubleFunction<ConsoleAlarm> value) {
    var alarm = console.alarms().get(index);
    return Metric.gauge(name, description, () -> value.applyAsDouble(console.alarms().get(index)))
        .label("system", alarm.system())
        .label("table", alarm.table())
        .label("index", alarm.index().orElse("none"))
        .label("alarm", alarm.kind().label());
  }
}
