/**
 * A model as plain data, without Java types: what checks, cost, matrix and exports read, whether it
 * came from a declaration in Java, an exported file or NoSQL Workbench. Start with {@link
 * dev.trestle.model.design.Design}.
 */
@NullMarked
package dev.trestle.model.design;

import org.jspecify.annotations.NullMarked;
