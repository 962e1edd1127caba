/** The APIs over HTTP: used, and attacked. */
@NullMarked
package dev.trestle.stak.web;

import org.jspecify.annotations.NullMarked;
