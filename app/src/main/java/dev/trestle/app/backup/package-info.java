/**
 * Backups of a whole data folder: making, listing, restoring and verifying them, and drills. Start
 * at {@link dev.trestle.app.backup.BackupTarget}.
 */
@NullMarked
package dev.trestle.app.backup;

import org.jspecify.annotations.NullMarked;
