/** Tests of what follows from changes. */
@NullMarked
package dev.trestle.ecobid.notification;

import org.jspecify.annotations.NullMarked;
