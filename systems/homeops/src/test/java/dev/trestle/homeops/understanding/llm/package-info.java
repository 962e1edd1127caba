/** Tests against an endpoint on this machine. */
@NullMarked
package dev.trestle.homeops.understanding.llm;

import org.jspecify.annotations.NullMarked;
