/**
 * The examples of docs/model/patterns.md: a parcel service that uses every word of the model once,
 * and a parking garage that was designed with that page alone.
 */
@NullMarked
package dev.trestle.store.patterns;

import org.jspecify.annotations.NullMarked;
