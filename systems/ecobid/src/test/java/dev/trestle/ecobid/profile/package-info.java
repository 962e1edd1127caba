/** Tests of closing an account. */
@NullMarked
package dev.trestle.ecobid.profile;

import org.jspecify.annotations.NullMarked;
