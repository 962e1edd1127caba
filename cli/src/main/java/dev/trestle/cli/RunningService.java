package dev.trestle.cli;

import java.io.PrintWriter;
import java.util.function.Consumer;

/** Something that listens on a port until it is closed. */
public interface RunningService extends AutoCloseable {
  /** Prints where it listens and how to use it. */
  void announce(PrintWriter out);

  /** Passes on an error after which only a new process can do the work. */
  void onFatalError(Consumer<Throwable> listener);

  /** Answers the requests under way, then ends. */
  @Override
  void close();
}
