/** Understanding by a language model behind an OpenAI-compatible endpoint. */
@NullMarked
package dev.trestle.homeops.understanding.llm;

import org.jspecify.annotations.NullMarked;
