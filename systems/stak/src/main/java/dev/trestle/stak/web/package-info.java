/**
 * Stak's two APIs, for administrators and for users, one class per resource, and its pages. May use
 * all other packages of Stak and the platform. Start with {@link
 * dev.trestle.stak.web.AdminMessagesApi} and {@link dev.trestle.stak.web.UserMessagesApi}; {@link
 * dev.trestle.stak.web.Guards} says who may call.
 */
@NullMarked
package dev.trestle.stak.web;

import org.jspecify.annotations.NullMarked;
