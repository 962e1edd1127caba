/** Tests that attack tokens, keys, secrets and the operator's login. */
@NullMarked
package dev.trestle.platform.identity;

import org.jspecify.annotations.NullMarked;
