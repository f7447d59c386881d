/**
 * What each event sold on a day, for its organizer. Promises one row a day and event, and one mail
 * for it where the organizer has an address, as far as the mail provider keeps keys; reads on a
 * replica, where there is one, nothing older than the start of the run.
 */
@NullMarked
package dev.stagedoor.boxoffice.report;

import org.jspecify.annotations.NullMarked;
