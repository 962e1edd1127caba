/**
 * The household assistant: it lives in a family chat, notes who did what, and is silent nearly
 * always. Start with {@link dev.trestle.homeops.HomeOps}.
 */
@NullMarked
package dev.trestle.homeops;

import org.jspecify.annotations.NullMarked;
