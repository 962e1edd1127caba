package dev.trestle.engine;

import java.util.List;

/**
 * What {@link Engine#undoTo} did.
 *
 * @param undone the tables that are now as they were at that time
 * @param unchanged the tables whose log does not reach back to it
 */
public record UndoReport(List<String> undone, List<String> unchanged) {
  public UndoReport {
    undone = List.copyOf(undone);
    unchanged = List.copyOf(unchanged);
  }
}
