package dev.trestle.engine.capacity;

import java.util.Optional;

/**
 * What one request did to one table or index, for those who want to see it: tests hold access
 * patterns against it, the console shows it.
 *
 * @param operation the API's name of the operation
 * @param consistent whether a read was strongly consistent or transactional
 * @param itemsRead how many items were read or written
 * @param itemsReturned how many the answer showed
 * @param refusal DynamoDB's code, where the request was refused
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
