/**
 * Converts the parameters of CreateTable and UpdateTable to table definitions: key schemas,
 * indexes, throughput, streams and tags. Uses execution, check, request and table. Start at {@link
 * dev.trestle.engine.schema.KeySchemas}.
 */
@NullMarked
package dev.trestle.engine.schema;

import org.jspecify.annotations.NullMarked;
