/**
 * What a task costs a person: interactions, each a click, a key or chord, or a field that is typed or pasted into; and seconds by
 * the keystroke-level model (Card, Moran and Newell, 1980), the same for every product.
 */

export type Interaction = 'click' | 'key' | { readonly typed: number };

/** Seconds: to think before each interaction, to point and press, to press a key, to take the hand to the keyboard. */
const THINK = 1.35;
const POINT_AND_PRESS = 1.1 + 0.2;
const KEY = 0.2;
const HOME = 0.4;

const secondsOf = (interaction: Interaction): number => {
  if (interaction === 'click') return THINK + POINT_AND_PRESS;
  if (interaction === 'key') return THINK + KEY;
  return THINK + HOME + interaction.typed * KEY;
};

export interface Effort {
  readonly interactions: number;
  readonly seconds: number;
}

export const effortOf = (interactions: readonly Interaction[]): Effort => ({
  interactions: interactions.length,
  seconds: Math.round(interactions.reduce((sum, each) => sum + secondsOf(each), 0)),
});

/** As the table tells it. */
export const told = ({ interactions, seconds }: Effort): string => `${interactions} · ${seconds} s`;
