/** A setting that is a whole number. */
import { z } from 'zod';

export const whole = (fallback: number, min = 1, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
