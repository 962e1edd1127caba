package dev.trestle.bench.stak;

import java.io.PrintStream;

public final class IndexCost {
  public IndexCost(PrintStream out) {}

  public void run() {}
}
