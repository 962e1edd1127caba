/**
 * Keys made of typed parts: templates that are proven uniquely decodable when they are declared, in
 * an order that is the order of their values. Start with {@link dev.trestle.model.key.Part} and
 * {@link dev.trestle.model.key.KeyTemplate}. Uses only {@code item} and the JDK.
 */
@NullMarked
package dev.trestle.model.key;

import org.jspecify.annotations.NullMarked;
