/**
 * A model as plain data, without Java types. Checks, cost estimates, the matrix and exports read
 * it, whether it comes from a Java declaration, an exported file or NoSQL Workbench. Start with
 * {@link dev.trestle.design.Design}.
 */
@NullMarked
package dev.trestle.design;

import org.jspecify.annotations.NullMarked;
