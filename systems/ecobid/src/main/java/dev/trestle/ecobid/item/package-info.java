/** Lists, edits and withdraws items. */
@NullMarked
package dev.trestle.ecobid.item;

import org.jspecify.annotations.NullMarked;
