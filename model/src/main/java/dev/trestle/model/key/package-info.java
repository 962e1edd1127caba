/**
 * Keys that consist of typed parts. A template is proven to be uniquely decodable when it is
 * declared, and sorts in the order of its values. Start with {@link dev.trestle.model.key.Part} and
 * {@link dev.trestle.model.key.KeyTemplate}. Uses only {@code item} and the JDK.
 */
@NullMarked
package dev.trestle.model.key;

import org.jspecify.annotations.NullMarked;
