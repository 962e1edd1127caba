package dev.trestle.engine;

import java.util.List;

/**
 * What {@link Engine#verify} read and found.
 *
 * @param logRecords the records of streams and of recovery
 * @param problems what is damaged, at most {@link #PROBLEMS_MAX} of them
 */
public record VerifyReport(
    int tables, long items, long indexEntries, long logRecords, List<Problem> problems) {
  public static final int PROBLEMS_MAX = 100;

  /**
   * One thing that is damaged.
   *
   * @param place the table, index, stream or file
   */
  public record Problem(String place, String what) {}

  public VerifyReport {
    problems = List.copyOf(problems);
  }

  public boolean isSound() {
    return problems.isEmpty();
  }
}
