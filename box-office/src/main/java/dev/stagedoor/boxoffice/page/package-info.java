/**
 * The pages that people see: what stands on them, and the templates that make HTML of it. Promises
 * that whatever comes from a database or a request is text on a page, never markup; that a page is
 * of a bounded size, needs no JavaScript, and asks nothing of other hosts.
 */
@NullMarked
package dev.stagedoor.boxoffice.page;

import org.jspecify.annotations.NullMarked;
