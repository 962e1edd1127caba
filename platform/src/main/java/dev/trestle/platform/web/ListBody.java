package dev.trestle.platform.web;

import java.util.List;
import java.util.Optional;

/** A reply with a list: {@code {"data": […], "pagination": {…}}}. */
public record ListBody<T>(List<T> data, Pagination pagination) {
  /**
   * Whether there are more pages, and where they begin.
   *
   * @param prevCursor where the previous page begins, for lists that can be read in both directions
   */
  public record Pagination(
      boolean hasMore, Optional<String> nextCursor, Optional<String> prevCursor) {
    public static Pagination next(Optional<String> cursor) {
      return new Pagination(cursor.isPresent(), cursor, Optional.empty());
    }

    /** The list has no other pages. */
    public static final Pagination NONE = next(Optional.empty());
  }

  /** A list that is shown whole. */
  public static <T> ListBody<T> whole(List<T> data) {
    return new ListBody<>(data, Pagination.NONE);
  }

  /** A page of a list, with the cursor of the next one if there is one. */
  public static <T> ListBody<T> page(List<T> data, Optional<String> nextCursor) {
    return new ListBody<>(data, Pagination.next(nextCursor));
  }
}
