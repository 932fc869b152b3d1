/** The administrator's own operations on many users, each with its result. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import { registerModule } from '@store/modules.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import { isFree, resultOpened, selectBulk } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useNow } from '@src/ui/useNow.ts';
import { useResultSummary } from '../bulk/useResultSummary.ts';

registerModule(bulkModule);

interface Props {
  readonly operations: readonly LongRunningOperation[];
  readonly onClose: () => void;
}

const MINUTE_MS = 60_000;
/** The newest ones; the audit has all. */
const MAX_SHOWN = 10;

export default function OperationsList({ operations, onClose }: Props) {
  const { t } = useTranslation(['users', 'bulk']);
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const dispatch = useDispatch();
  const summaryOf = useResultSummary();
  // While one runs, the page follows that one.
  const isBarred = !isFree(useSelector(selectBulk));
  return (
    <ul className="stack-tight">
      {operations.slice(0, MAX_SHOWN).map((operation) => {
        const what = summaryOf(operation);
        return (
          <li key={operation.operationId} className="row spread">
            <span>
              {what} <span className="muted small">{formats.relative(operation.finishedAt ?? operation.requestedAt, now)}</span>
            </span>
            <Button
              size="small"
              disabled={isBarred}
              aria-label={`${t('bulk:details')}: ${what}`}
              onClick={() => {
                onClose();
                dispatch(resultOpened(operation));
              }}
            >
              {t('bulk:details')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
