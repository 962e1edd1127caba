/** How entries reach those who are connected, and how far each person has received and read. */
@NullMarked
package dev.trestle.messenger.delivery;

import org.jspecify.annotations.NullMarked;
