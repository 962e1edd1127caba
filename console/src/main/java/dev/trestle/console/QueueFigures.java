package dev.trestle.console;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import java.util.List;

/** The work queues, and what an operator does with work that was given up. */
record QueueFigures(List<ConsoleQueue> queues) {
  private static final int DEAD_MAX = 100;

  record Answer(List<OfQueue> queues) {}

  record OfQueue(
      String name, ConsoleQueue.State state, List<ConsoleQueue.DeadLetter> deadLetters) {}

  /** Which dead letter is meant. */
  record Which(String id) {}

  Answer answer() {
    return new Answer(
        queues.stream()
            .map(queue -> new OfQueue(queue.name(), queue.state(), queue.deadLetters(DEAD_MAX)))
            .toList());
  }

  Reply replay(Call call) {
    return done(queue(call).replay(id(call)));
  }

  Reply drop(Call call) {
    return done(queue(call).drop(id(call)));
  }

  private static Reply done(boolean found) {
    if (found) return Reply.nothing();
    throw ApiError.notFound("This dead letter is no longer there.");
  }

  private ConsoleQueue queue(Call call) {
    return queues.stream()
        .filter(queue -> queue.name().equals(call.place("queue")))
        .findFirst()
        .orElseThrow(() -> ApiError.notFound("There is no such queue."));
  }

  private static String id(Call call) {
    return call.json(Which.class).id();
  }
}
