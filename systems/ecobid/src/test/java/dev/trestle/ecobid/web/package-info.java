/** Tests of the API over HTTP. */
@NullMarked
package dev.trestle.ecobid.web;

import org.jspecify.annotations.NullMarked;
