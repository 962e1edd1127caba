/**
 * Stak's two APIs: for administrators' servers and pages, and for users' devices. May use all other
 * packages of Stak and the platform. Start with {@link dev.trestle.stak.web.AdminApi} and {@link
 * dev.trestle.stak.web.UserApi}; {@link dev.trestle.stak.web.Doors} says who may come in.
 */
@NullMarked
package dev.trestle.stak.web;

import org.jspecify.annotations.NullMarked;
