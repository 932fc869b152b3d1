/**
 * Cost of a task: interactions (a click, a key or chord, a field typed or pasted into), and seconds by the keystroke-level model
 * (Card, Moran and Newell, 1980), the same for every product.
 */

export type Interaction = 'click' | 'key' | { readonly typed: number };

/** Seconds for thinking before each interaction, pointing and pressing, one key, moving the hand to the keyboard. */
const THINK_SECONDS = 1.35;
const POINT_AND_PRESS_SECONDS = 1.1 + 0.2;
const KEY_SECONDS = 0.2;
const HOMING_SECONDS = 0.4;

const secondsOf = (interaction: Interaction): number => {
  if (interaction === 'click') return THINK_SECONDS + POINT_AND_PRESS_SECONDS;
  if (interaction === 'key') return THINK_SECONDS + KEY_SECONDS;
  return THINK_SECONDS + HOMING_SECONDS + interaction.typed * KEY_SECONDS;
};

export interface Effort {
  readonly interactions: number;
  readonly seconds: number;
}

export const effortOf = (interactions: readonly Interaction[]): Effort => ({
  interactions: interactions.length,
  seconds: Math.round(interactions.reduce((sum, each) => sum + secondsOf(each), 0)),
});

/** Formats an effort as in the table of docs/tasks.md. */
export const formatEffort = ({ interactions, seconds }: Effort): string => `${interactions} · ${seconds} s`;
