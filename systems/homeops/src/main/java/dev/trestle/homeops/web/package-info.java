/** The API at {@code /homeops/v1}: one class per resource. */
@NullMarked
package dev.trestle.homeops.web;

import org.jspecify.annotations.NullMarked;
