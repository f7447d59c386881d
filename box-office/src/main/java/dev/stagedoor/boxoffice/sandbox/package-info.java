/**
 * Providers to try things on, for mails and for payments: real HTTP servers in processes of their
 * own, with their own tables of keys, faults on demand, and counts of what they really accepted.
 * Promises nothing beyond the life of a process.
 */
@NullMarked
package dev.stagedoor.boxoffice.sandbox;

import org.jspecify.annotations.NullMarked;
