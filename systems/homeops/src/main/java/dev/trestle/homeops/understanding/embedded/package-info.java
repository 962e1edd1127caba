/**
 * Understanding of Swedish and English without a network: a lexicon with rules, a gate, two linear
 * classifiers trained during the build, and a calibration. Start at {@link
 * dev.trestle.homeops.understanding.embedded.EmbeddedUnderstanding}; docs/homeops/UNDERSTANDING.md
 * describes the steps.
 */
@NullMarked
package dev.trestle.homeops.understanding.embedded;

import org.jspecify.annotations.NullMarked;
