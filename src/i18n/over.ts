/** How a locale that holds only what differs becomes whole. */
import type { Phrases } from './resources.ts';

/** `upper` laid over `lower`, group by group. */
export function over(lower: Phrases, upper: Phrases): Phrases {
  const merged: Record<string, unknown> = { ...lower };
  for (const [key, value] of Object.entries(upper)) {
    const below = merged[key];
    merged[key] = isGroup(below) && isGroup(value) ? over(below, value) : value;
  }
  return merged;
}

const isGroup = (value: unknown): value is Phrases => typeof value === 'object' && value !== null;
