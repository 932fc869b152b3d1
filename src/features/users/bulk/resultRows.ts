/** The result of an operation for each user: failed first, then skipped and left out, then done. */
import type { OperationTarget } from '@api/contract/bulk.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { LeftOut } from '@store/users/bulk/bulk.slice.ts';
import type { ExclusionReason } from '@store/users/bulk/bulkRules.ts';

export const resultKinds = ['failed', 'skipped', 'leftOut', 'done'] as const;
export type ResultKind = (typeof resultKinds)[number];

export interface ResultRow {
  readonly userId: string;
  /** Undefined: the user no longer exists. */
  readonly user: UserSummary | undefined;
  readonly kind: ResultKind;
  /** Why it failed, in the user's language. */
  readonly message: string | null;
  /** Why the user was left out. */
  readonly why: ExclusionReason | null;
}

export function resultRows(targets: readonly OperationTarget[], leftOut: readonly LeftOut[]): readonly ResultRow[] {
  const rows = [
    ...targets.flatMap(({ user, outcome, message }): ResultRow[] =>
      outcome === null ? [] : [{ userId: user.userId, user, kind: outcome, message, why: null }],
    ),
    ...leftOut.map(({ userId, user, why }): ResultRow => ({ userId, user, kind: 'leftOut', message: null, why })),
  ];
  return resultKinds.flatMap((kind) => rows.filter((row) => row.kind === kind));
}
