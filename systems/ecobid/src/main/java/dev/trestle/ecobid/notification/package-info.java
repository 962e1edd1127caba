/**
 * Notifications, derived from the changes of the table. A change may be delivered more than once;
 * what follows from it happens once. Start with {@link
 * dev.trestle.ecobid.notification.ChangeHandler}.
 */
@NullMarked
package dev.trestle.ecobid.notification;

import org.jspecify.annotations.NullMarked;
