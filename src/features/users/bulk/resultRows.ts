/** The result of a bulk operation per user: failed first, then skipped and left out, then done. */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Message } from '@store/notices/message.ts';
import type { Bulk } from '@store/users/bulk/bulk.slice.ts';
import type { ExclusionReason } from '@store/users/bulk/bulkRules.ts';

export const resultKinds = ['failed', 'skipped', 'leftOut', 'done'] as const;
export type ResultKind = (typeof resultKinds)[number];

export interface ResultRow {
  readonly userId: string;
  /** Undefined: the user no longer exists. */
  readonly user: UserSummary | undefined;
  readonly kind: ResultKind;
  readonly why: Message | ExclusionReason | null;
}

export function resultRows({ people, outcomes, leftOut }: Extract<Bulk, { kind: 'finished' }>): readonly ResultRow[] {
  const rows = [
    ...people.map((user, index): ResultRow => {
      const outcome = outcomes[index] ?? { kind: 'skipped' };
      return { userId: user.userId, user, kind: outcome.kind, why: outcome.kind === 'failed' ? outcome.why : null };
    }),
    ...leftOut.map(({ userId, user, why }): ResultRow => ({ userId, user, kind: 'leftOut', why })),
  ];
  return resultKinds.flatMap((kind) => rows.filter((row) => row.kind === kind));
}
