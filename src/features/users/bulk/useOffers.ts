/** The operations that fit the selected users, and how many of them each one fits. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { actionOf, type OperationKind, operationKinds } from '@api/contract/actions.ts';
import { personOf, targetOf } from '@api/contract/users.policyInput.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { exclusionReason } from '@store/users/bulk/bulkRules.ts';
import { useNow } from '@src/ui/useNow.ts';
import { selectSelection } from '@store/users/bulk/selection.slice.ts';

const MINUTE_MS = 60_000;

export interface Offer {
  readonly kind: OperationKind;
  /** Undefined while the rows of some are not loaded, or before its argument is chosen. */
  readonly count?: number;
}

export function useOffers(): readonly Offer[] {
  const { ids, rows } = useSelector(selectSelection);
  const { data: self } = useFetchSelfQuery();
  const now = useNow(MINUTE_MS);
  return useMemo(() => {
    const known = ids.flatMap((id) => rows[id] ?? []);
    if (!self || known.length < ids.length) return operationKinds.map((kind) => ({ kind }));
    const actor = personOf(self);
    const fits = (kind: OperationKind, user: UserSummary) =>
      actionOf(kind).many?.argument === undefined
        ? exclusionReason({ kind }, actor, user, now) === null
        : actionOf(kind).may(actor, targetOf(user), {}) === null;
    return operationKinds.flatMap((kind) => {
      const count = known.filter((user) => fits(kind, user)).length;
      if (count === 0) return [];
      return actionOf(kind).many?.argument === undefined ? [{ kind, count }] : [{ kind }];
    });
  }, [ids, rows, self, now]);
}
