package dev.trestle.app;

import dev.trestle.console.Console;
import dev.trestle.console.ConsoleAlarm;
import dev.trestle.console.ConsoleAlarm.State;
import dev.trestle.console.ConsoleFeed;
import dev.trestle.platform.metrics.Figure;
import dev.trestle.platform.queue.QueueFigures;
import dev.trestle.platform.queue.WorkQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What {@code /metrics} tells beside requests, patterns and the JVM. */
final class ServerFigures {
  private ServerFigures() {}

  static List<Figure> of(List<ServedSystem> systems, WorkQueue queue, Console console) {
    var figures = new ArrayList<Figure>();
    for (var system : systems) {
      figures.addAll(system.figures());
      system.feeds().forEach(feed -> figures.add(lag(feed)));
      for (var name : system.queues()) {
        figures.add(queued(queue, name, "queue.waiting", "Jobs due", QueueFigures::waiting));
        figures.add(queued(queue, name, "queue.dead", "Jobs given up", QueueFigures::dead));
      }
    }
    int alarms = console.alarms().size();
    for (int place = 0; place < alarms; place++) addAlarm(console, place, figures);
    return figures;
  }

  private static Figure lag(ConsoleFeed feed) {
    return Figure.level(
            "feed.lag.seconds",
            "How far a consumer of a stream is behind",
            () -> feed.figures().get().lagMax().toNanos() / 1e9)
        .of("consumer", feed.name());
  }

  private static Figure queued(
      WorkQueue queue,
      String name,
      String figure,
      String description,
      ToDoubleFunction<QueueFigures> value) {
    return Figure.level(figure, description, () -> value.applyAsDouble(queue.figures(name)))
        .of("queue", name);
  }

  private static void addAlarm(Console console, int place, List<Figure> figures) {
    figures.add(
        alarm(console, place, "alarm.raised", "1 where an alarm rings", ServerFigures::raised));
    figures.add(
        alarm(
            console,
            place,
            "alarm.value",
            "What an alarm watches",
            alarm -> alarm.value().orElse(Double.NaN)));
    figures.add(
        alarm(
            console,
            place,
            "alarm.threshold",
            "Above which an alarm rings",
            ConsoleAlarm::threshold));
  }

  private static double raised(ConsoleAlarm alarm) {
    if (alarm.state() == State.UNKNOWN) return Double.NaN;
    return alarm.state() == State.RAISED ? 1 : 0;
  }

  private static Figure alarm(
      Console console,
      int place,
      String name,
      String description,
      ToDoubleFunction<ConsoleAlarm> value) {
    var alarm = console.alarms().get(place);
    return Figure.level(name, description, () -> value.applyAsDouble(console.alarms().get(place)))
        .of("system", alarm.system())
        .of("table", alarm.table())
        .of("index", alarm.index().orElse("none"))
        .of("alarm", alarm.kind().label());
  }
}
