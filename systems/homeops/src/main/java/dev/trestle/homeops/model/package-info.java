/**
 * HomeOps' model: four tables, their entities, and the patterns A1 to A10 and H11 to H34. Start
 * with {@link dev.trestle.homeops.model.HomeOpsModel}.
 */
@NullMarked
package dev.trestle.homeops.model;

import org.jspecify.annotations.NullMarked;
