/** The log under contention, and a wrong one. */
@NullMarked
package dev.trestle.messenger.message;

import org.jspecify.annotations.NullMarked;
