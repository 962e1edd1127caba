package dev.trestle.testing.reference;

import java.util.List;
import java.util.Optional;

/**
 * A query, or a scan if there are no key conditions.
 *
 * @param index the name of the index to read; empty for the table
 * @param keyConditions equalities on the partition key, then conditions on the sort key
 * @param paths what to return of each item; empty for everything
 */
public record ReferenceRead(
    String table,
    Optional<String> index,
    List<ReferenceCondition> keyConditions,
    Optional<ReferenceCondition> filter,
    List<DocumentPath> paths,
    boolean forward) {}
