/** What callers and attackers meet. */
@NullMarked
package dev.trestle.messenger.web;

import org.jspecify.annotations.NullMarked;
