/** Tests of the devices that get push messages. */
@NullMarked
package dev.trestle.messenger.push;

import org.jspecify.annotations.NullMarked;
