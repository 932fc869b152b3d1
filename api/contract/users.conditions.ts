/** Conditions of the users list's column filters. */
import { z } from 'zod';
import { id, time } from './shape.ts';

/** One condition of a column filter; text matches without regard to accents and case. */
export const UserCondition = z.union([
  z.strictObject({
    field: z.enum(['userName', 'name', 'email', 'owner']),
    op: z.enum(['contains', 'equals', 'startsWith']),
    value: z.string().max(200),
  }),
  z.strictObject({
    field: z.literal('status'),
    op: z.literal('in'),
    value: z.array(z.enum(['active', 'disabled', 'locked', 'invited', 'inviteExpiring', 'inviteExpired'])).max(6),
  }),
  z.strictObject({ field: z.literal('roles'), op: z.literal('in'), value: z.array(z.string().max(100)).max(50) }),
  z.strictObject({ field: z.literal('organisation'), op: z.literal('in'), value: z.array(id).max(200) }),
  z.strictObject({
    field: z.literal('mfa'),
    op: z.literal('in'),
    value: z.array(z.enum(['on', 'passkey', 'off', 'required', 'missing'])).max(5),
  }),
  /** Values are those of `managedBy`; an empty one: managed by nobody. */
  z.strictObject({ field: z.literal('managedBy'), op: z.literal('in'), value: z.array(z.string().max(100)).max(20) }),
  z.strictObject({ field: z.enum(['lastLoginAt', 'createdAt']), op: z.enum(['before', 'after']), value: time }),
  z.strictObject({ field: z.literal('lastLoginAt'), op: z.enum(['never', 'dormant']) }),
]);
export type UserCondition = z.infer<typeof UserCondition>;
