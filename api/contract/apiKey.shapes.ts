/** An API key as its owner and administrators see it. */
import { z } from 'zod';
import { time } from './shape.ts';

/** A call that a key may make: `{ type: 'call', value: 'Users.AuditReport' }`. */
export const Claim = z.strictObject({ type: z.literal('call'), value: z.string().max(100) });

export const ApiKey = z.object({
  name: z.string(),
  prefix: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time.nullable(),
  claims: z.array(Claim),
  /** Addresses and networks that it is accepted from; empty: any. */
  sourceAddresses: z.array(z.string()),
});
export type ApiKey = z.infer<typeof ApiKey>;
