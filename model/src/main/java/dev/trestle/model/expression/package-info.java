/**
 * Conditions and updates as data, with attribute names. The store converts them to requests;
 * checks, matrices and exports read them. Declarations create them from {@code
 * dev.trestle.model.Condition} and related types, which know the record's types. Uses {@code item}
 * only.
 */
@NullMarked
package dev.trestle.model.expression;

import org.jspecify.annotations.NullMarked;
