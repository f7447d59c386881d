package dev.stagedoor.boxoffice.demo;

/**
 * What became of one order, counted outside the library.
 *
 * @param id the box office's number
 * @param event which of the demo's events, from 0
 * @param captures what Payrail captured for it
 * @param rendered whether each of its tickets knows where its PDF is
 * @param pdfObjects objects in the store under its key
 * @param emailJobs email jobs queued for it
 * @param emails what the provider accepted for it
 * @param overlaps requests for it that came while another was under way at the provider
 * @param counts runs of its counter job that returned well
 */
record OrderEffects(
    long id,
    int event,
    int captures,
    boolean rendered,
    int pdfObjects,
    int emailJobs,
    int emails,
    int overlaps,
    int counts) {}
