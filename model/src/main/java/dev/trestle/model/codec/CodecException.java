package dev.trestle.model.codec;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a value cannot be written, or what is stored is not a value of the type wanted. It
 * says where, and what was found there; never the value itself, which may be somebody's secret.
 */
public final class CodecException extends RuntimeException {
  /** A component of a record, by the record's simple name. */
  public record Place(String record, String component) {
    @Override
    public String toString() {
      return record + "." + component;
    }
  }

  private final transient List<Place> places;
  private final String found;

  CodecException(String found) {
    this(List.of(), found, null);
  }

  CodecException(String found, Throwable cause) {
    this(List.of(), found, cause);
  }

  private CodecException(List<Place> places, String found, @Nullable Throwable cause) {
    super(message(places, found), cause);
    this.places = List.copyOf(places);
    this.found = found;
  }

  private static String message(List<Place> places, String found) {
    if (places.isEmpty()) return found;
    var where = String.join(" > ", places.stream().map(Place::toString).toList());
    return where + ": " + found;
  }

  static CodecException mismatch(Object wanted, Object found) {
    return new CodecException("found " + found + ", expected " + wanted);
  }

  /** The same, seen from the record that holds the component at fault. */
  CodecException in(Class<?> record, String component) {
    var outer = new ArrayList<Place>(places.size() + 1);
    outer.add(new Place(record.getSimpleName(), component));
    outer.addAll(places);
    var exception = new CodecException(outer, found, getCause());
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
