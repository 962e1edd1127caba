package dev.trestle.engine.capacity;

import java.util.Optional;

/**
 * What one request did to one table or index. Tests compare access patterns with it, and the
 * console shows it.
 *
 * @param operation the API's name of the operation
 * @param consistent whether a read was strongly consistent or transactional
 * @param itemsRead how many items were read or written
 * @param itemsReturned how many items were returned
 * @param refusal DynamoDB's error code if the request was refused
 */
public record RequestRecord(
    String operation,
    String table,
    Optional<String> index,
    boolean consistent,
    int itemsRead,
    int itemsReturned,
    double readUnits,
    double writeUnits,
    long nanos,
    Optional<String> refusal) {}
