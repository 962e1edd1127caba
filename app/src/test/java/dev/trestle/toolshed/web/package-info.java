/** The tool shed's API. */
@NullMarked
package dev.trestle.toolshed.web;

import org.jspecify.annotations.NullMarked;
