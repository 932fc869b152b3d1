/** The users of an operation on many: the first ones, and the others in pages, so that the approver can see all of them. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayName } from '@api/contract/displayName.ts';
import { isolatedList } from '@api/contract/isolated.ts';
import { useLazyFetchOperationTargetsQuery } from '@api/client/bulk.api.ts';
import type { ApprovalRequest } from '@api/contract/approvals.shapes.ts';
import type { UserReference } from '@api/contract/shape.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';

interface Props {
  readonly request: ApprovalRequest;
  readonly people: NonNullable<ApprovalRequest['people']>;
}

interface Read {
  readonly users: readonly UserReference[];
  /** Position after which the next page begins; null after the last. */
  readonly next: number | null;
}

export function RequestPeople({ request: { requestId, state }, people }: Props) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const formats = useFormats();
  const [fetch, { isFetching }] = useLazyFetchOperationTargetsQuery();
  const [read, setRead] = useState<Read>({ users: [], next: 0 });
  const shown = read.users.length > 0 ? read.users : people.users;
  const more = people.count - shown.length;
  const names = isolatedList(namesOf(shown));
  const readOn = async (after: number) => {
    const { data } = await fetch({ operationId: requestId, after });
    if (data)
      setRead(({ users: before }) => ({
        users: [...before, ...data.targets.map(({ user }) => referenceTo(user))],
        next: data.next,
      }));
  };
  return (
    <>
      <p>{more > 0 && read.next !== null ? t('more', { names, count: more, total: formats.number(more) }) : names}</p>
      {/* Users for whom the operation is done are no longer among them. */}
      {state === 'open' && more > 0 && read.next !== null && (
        <div className="small-buttons">
          <BusyButton type="link" className="flush-start" busy={isFetching} onClick={() => void readOn(read.next ?? 0)}>
            {t('showMore')}
          </BusyButton>
        </div>
      )}
    </>
  );
}

/** As the server names them: the user name until they register is their address. */
const referenceTo = (user: UserSummary): UserReference => ({ userName: user.userName, displayName: displayName(user) });

/** Names, with the user name for those whose name another one of them has, too. */
function namesOf(users: readonly UserReference[]): string[] {
  const times = Map.groupBy(users, ({ displayName }) => displayName);
  return users.map(({ userName, displayName }) =>
    times.get(displayName)?.length === 1 ? displayName : `${displayName} (${userName})`,
  );
}
