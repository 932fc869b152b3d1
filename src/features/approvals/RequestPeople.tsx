/** The users of an operation on many: the first ones, and the others in pages, so that the approver can see all of them. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolatedList } from '@api/contract/isolated.ts';
import { useLazyFetchOperationTargetsQuery } from '@api/client/bulk.api.ts';
import type { ApprovalRequest } from '@api/contract/approvals.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';

interface Props {
  readonly request: ApprovalRequest;
  readonly people: NonNullable<ApprovalRequest['people']>;
}

interface Read {
  readonly names: readonly string[];
  /** Position after which the next page begins; null after the last. */
  readonly next: number | null;
}

export function RequestPeople({ request: { requestId, state }, people }: Props) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const formats = useFormats();
  const [fetch, { isFetching }] = useLazyFetchOperationTargetsQuery();
  const [read, setRead] = useState<Read>({ names: [], next: 0 });
  const shown = read.names.length > 0 ? read.names : people.names;
  const more = people.count - shown.length;
  const names = isolatedList(shown);
  const readOn = async (after: number) => {
    const { data } = await fetch({ operationId: requestId, after });
    if (data)
      setRead(({ names: before }) => ({ names: [...before, ...data.targets.map(({ user }) => user.userName)], next: data.next }));
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
