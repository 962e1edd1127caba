/**
 * EcoBid's API below {@code /ecobid/v1}, with one class per resource. {@link
 * dev.trestle.ecobid.web.Views} contains what others may see; exact places are not part of it.
 */
@NullMarked
package dev.trestle.ecobid.web;

import org.jspecify.annotations.NullMarked;
