package dev.trestle.ecobid.model;

/** A report to the operator. The value is {@code rep_} and a ULID. */
public record ReportId(String value) {}
