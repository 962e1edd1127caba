package dev.trestle.accounts;

/** Receives the records of an export, in the order in which they are read. */
@FunctionalInterface
public interface ExportWriter {
  /**
   * Writes one record.
   *
   * @param type what the record is, such as {@code message}
   * @param data a record of the API, written as JSON
   */
  void write(String type, Object data);
}
