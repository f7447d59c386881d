package dev.stagedoor.boxoffice.demo;

/**
 * What became of one event.
 *
 * @param event which of the demo's, from 0
 * @param sold rows of tickets
 * @param counted what its sales counter says
 */
record EventEffects(int event, long sold, long counted) {}
