/**
 * Converts records to attribute values and back, without reflection once a codec exists. Start with
 * {@link dev.trestle.model.codec.RecordShape} and {@link dev.trestle.model.codec.Codec}. Uses
 * {@code item}, {@code model.key} and the JDK.
 */
@NullMarked
package dev.trestle.model.codec;

import org.jspecify.annotations.NullMarked;
