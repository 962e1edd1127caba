package dev.trestle.cli.migrate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What came of one page of a pass over a table.
 *
 * @param next the key after which the next page begins; empty at the end of the table
 */
record PassPage(
    int items,
    int changed,
    List<UnreadableItem> unreadable,
    double units,
    Optional<Map<String, AttributeValue>> next) {}
