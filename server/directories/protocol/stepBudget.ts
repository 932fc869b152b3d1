/** Bounds the processor time of one request: its parts are limited one by one, and their product is limited here. */
import { invalid } from './errors.ts';

/** A step compares an element of a list with a term, or copies an attribute: less than a microsecond. Directories need some hundreds. */
const MAX_STEPS = 20_000;

export class StepBudget {
  #left = MAX_STEPS;

  /** @throws tooMany */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw invalid('tooMany', 'tooLarge', 'The request changes too much at once.');
  }
}
