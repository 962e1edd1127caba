/**
 * Java sources of models for tables that exist already. Start with {@link
 * dev.trestle.design.source.ModelSource}; {@code EntitySource} finds the kinds of items in a
 * sample, {@code KeyGuess} their key templates, {@code ValueShape} the types of their attributes.
 * Uses {@code model} and {@code item}.
 */
@NullMarked
package dev.trestle.design.source;

import org.jspecify.annotations.NullMarked;
