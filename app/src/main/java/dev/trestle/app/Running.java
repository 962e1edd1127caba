package dev.trestle.app;

import java.io.PrintWriter;

/** Something that listens until it is closed. */
interface Running extends AutoCloseable {
  /** Tells a person where it is and how to use it. */
  void announce(PrintWriter out);

  /** Lets the requests under way end. */
  @Override
  void close();
}
