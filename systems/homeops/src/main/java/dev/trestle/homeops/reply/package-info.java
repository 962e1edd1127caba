/** Whether, when and how the assistant replies. */
@NullMarked
package dev.trestle.homeops.reply;

import org.jspecify.annotations.NullMarked;
