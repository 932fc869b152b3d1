/** Operations of the directory sync: at most 50,000 rows, validated one by one so that every error can be reported. */
import { z } from 'zod';
import { MAX_REQUEST_MS, type Operation } from './endpoint.ts';
import { cellLengths } from './rules/cellLength.ts';
import { count, time } from './shape.ts';

const cell = (field: keyof typeof cellLengths) => z.string().max(cellLengths[field]);

/** The rough shape of a row; the rules of each field are checked and reported per row. */
export const SyncRow = z.strictObject({
  externalId: cell('externalId'),
  userName: cell('userName'),
  email: cell('email'),
  firstName: cell('firstName'),
  lastName: cell('lastName'),
  title: cell('title').optional(),
  organisationPublicId: z.string().max(100),
  enabled: z.boolean(),
  roles: z.array(cell('roles')).max(100),
});
export type SyncRow = z.infer<typeof SyncRow>;

export const SyncRequest = z.strictObject({
  source: z.string().min(1).max(100),
  dryRun: z.boolean(),
  /** Whether to disable users of this source who are not in the list. */
  disableMissing: z.boolean(),
  /** Whether to mail users who are created and enabled a link to set a password. */
  mailLinks: z.boolean().optional(),
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
  /** `field` of the row; `firstRow`: the earlier row with the same value. */
  errors: z.array(z.object({ row: count, message: z.string(), field: z.string().optional(), firstRow: count.optional() })),
});
export type SyncReply = z.infer<typeof SyncReply>;

export const syncOperations = {
  'Users.LastSync': {
    method: 'GET',
    path: '/Users/Sync',
    who: 'systemAdmin',
    summary: 'When and by whom the directory was last synchronised',
    reply: z.object({
      lastSync: z
        .object({
          at: time,
          source: z.string(),
          by: z.string(),
          created: count,
          updated: count,
          disabled: count,
          unchanged: count,
        })
        .nullable(),
    }),
  },
  'Users.Sync': {
    method: 'PUT',
    path: '/Users/Sync',
    who: 'systemAdmin',
    stepUp: true,
    effects: ['givesAdministration', 'takesAdministration', 'endsAccess', 'takesOverAccount'],
    bodyLimitBytes: 32 * 1024 * 1024,
    timeoutMs: MAX_REQUEST_MS,
    slowBody: true,
    rawBody: true,
    summary: 'Make the directory equal to a list: all or nothing; `dryRun` changes nothing',
    description:
      'A row is the person whom this `source` has given its `externalId` before; an account that no source manages is linked where user name and e-mail are both the same. While any row is faulty nothing changes: `errors` says what is wrong with which row, counted from 1 (0: with users who are missing from the list, or with the list as a whole), and the other lists are empty. A row that touches an administrator’s account is judged as the single call would be: what needs another administrator there is an error of the row here. A dry run gives the same answer. Without `title` the title stays. `disableMissing` disables people of this source who are not in the list, never the caller. New people have no password: "Forgotten password" gives them one, or, with `mailLinks`, a link that is mailed to them. One run at a time, others get 503.',
    body: SyncRequest,
    reply: SyncReply,
    problems: ['Conflict', 'LastSystemAdministrator', 'RequirementsMissing', 'Busy'],
  },
} as const satisfies Record<string, Operation>;
