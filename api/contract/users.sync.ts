/** Shapes of the directory sync: at most 50,000 rows, validated one by one so that every error can be reported. */
import { z } from 'zod';
import { count } from './shape.ts';

/** Only the rough shape: the rules of each field are checked and reported per row. */
export const SyncRow = z.strictObject({
  externalId: z.string().max(255),
  userName: z.string().max(320),
  email: z.string().max(320),
  firstName: z.string().max(255),
  lastName: z.string().max(255),
  title: z.string().max(255).optional(),
  organisationPublicId: z.string().max(100),
  enabled: z.boolean(),
  roles: z.array(z.string().max(100)).max(100),
});
export type SyncRow = z.infer<typeof SyncRow>;

export const SyncRequest = z.strictObject({
  source: z.string().min(1).max(100),
  dryRun: z.boolean(),
  /** Disable users of this source who are not in the list. */
  disableMissing: z.boolean(),
  users: z.array(SyncRow).max(50_000),
});
export type SyncRequest = z.infer<typeof SyncRequest>;

const FieldChange = z.object({ from: z.unknown(), to: z.unknown() });

export const SyncReply = z.object({
  created: count,
  updated: count,
  disabled: count,
  unchanged: count,
  changes: z.array(
    z.object({
      userName: z.string(),
      kind: z.enum(['created', 'updated', 'disabled']),
      fields: z.record(z.string(), FieldChange),
    }),
  ),
  errors: z.array(z.object({ row: count, message: z.string() })),
});
export type SyncReply = z.infer<typeof SyncReply>;
