package dev.trestle.model.codec;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a value cannot be written, or when a stored value does not have the expected type.
 * The message says where and which type was found, but never the value, which may be a secret.
 */
public final class CodecException extends RuntimeException {
  /** A component, with the simple name of its record. */
  public record Place(String record, String component) {
    @Override
    public String toString() {
      return record + "." + component;
    }
  }

  private final transient List<Place> places;
  private final String pattern;
  private final String found;

  CodecException(String found) {
    this("", List.of(), found, null);
  }

  CodecException(String found, Throwable cause) {
    this("", List.of(), found, cause);
  }

  private CodecException(
      String pattern, List<Place> places, String found, @Nullable Throwable cause) {
    super(message(pattern, places, found), cause);
    this.pattern = pattern;
    this.places = List.copyOf(places);
    this.found = found;
  }

  private static String message(String pattern, List<Place> places, String found) {
    var where = new ArrayList<String>();
    if (!pattern.isEmpty()) where.add(pattern);
    if (!places.isEmpty()) {
      where.add(String.join(" > ", places.stream().map(Place::toString).toList()));
    }
    where.add(found);
    return String.join(": ", where);
  }

  static CodecException mismatch(Object wanted, Object found) {
    return new CodecException("found " + found + ", expected " + wanted);
  }

  /** The same, seen from the record that holds the component at fault. */
  CodecException in(Class<?> record, String component) {
    var outer = new ArrayList<Place>(places.size() + 1);
    outer.add(new Place(record.getSimpleName(), component));
    outer.addAll(places);
    return with(pattern, outer);
  }

  /** The same, with the id of the pattern that was run. */
  public CodecException in(String pattern) {
    return with(pattern, places);
  }

  private CodecException with(String pattern, List<Place> places) {
    var exception = new CodecException(pattern, places, found, getCause());
    exception.setStackTrace(getStackTrace());
    return exception;
  }

  /** The components on the way to what was refused, outermost first. */
  public List<Place> places() {
    return places;
  }

  /** What was found and what was expected. */
  public String found() {
    return found;
  }
}
