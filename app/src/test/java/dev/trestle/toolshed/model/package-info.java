/** The tool shed's table and its access patterns. */
@NullMarked
package dev.trestle.toolshed.model;

import org.jspecify.annotations.NullMarked;
