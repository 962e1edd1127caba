/**
 * EcoBid's model: one table, its entities, and the patterns E1 to E10. Start with {@link
 * dev.trestle.ecobid.model.EcoBidModel}.
 */
@NullMarked
package dev.trestle.ecobid.model;

import org.jspecify.annotations.NullMarked;
