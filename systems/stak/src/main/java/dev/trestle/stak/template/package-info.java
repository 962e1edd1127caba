/**
 * Templates of messages: stored per inbox, rendered when a message is posted. Uses the model. Start
 * with {@link dev.trestle.stak.template.TemplateStore}.
 */
@NullMarked
package dev.trestle.stak.template;

import org.jspecify.annotations.NullMarked;
