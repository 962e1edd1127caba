package dev.trestle.messenger.model;

import dev.trestle.platform.system.Ids;

/** A report to the operator. The value is {@code rep_} and a ULID. */
public record ReportId(String value) {
  public static ReportId next(Ids ids) {
    return new ReportId(ids.next("rep_"));
  }
}
