package dev.trestle.testing.reference;

import java.util.List;
import java.util.Optional;

/**
 * A query, or a scan where no key conditions are given.
 *
 * @param index the name of the index that is read; none: the table
 * @param keyConditions equalities of the partition key, then conditions of the sort key
 * @param paths what is to be returned of each item; none: all that is there
 */
public record Read(
    String table,
    Optional<String> index,
    List<Condition> keyConditions,
    Optional<Condition> filter,
    List<Path> paths,
    boolean forward) {}
