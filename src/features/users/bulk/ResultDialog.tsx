/** What became of each person of a job. */
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bulk } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Button } from '@src/ui/Button.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { nameOf } from '../list/cells/TextCells.tsx';
import { type ResultKind, resultKinds, resultRows } from './resultRows.ts';
import { useResultWords } from './useResultWords.ts';

/** More than anybody reads through; the file has them all. */
const MAX_SHOWN = 200;

interface Props {
  readonly job: Extract<Bulk, { kind: 'finished' }>;
  readonly ways: ReactNode;
  readonly onClose: () => void;
}

export function ResultDialog({ job, ways, onClose }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const formats = useFormats();
  const words = useResultWords();
  const [only, setOnly] = useState<ResultKind>();
  const rows = useMemo(() => resultRows(job), [job]);
  const counts = resultKinds.map((kind) => ({ kind, count: rows.filter((row) => row.kind === kind).length }));
  const shown = rows.filter(({ kind }) => only === undefined || kind === only);
  const more = shown.length - MAX_SHOWN;
  return (
    <Dialog title={t('users:bulk.resultTitle')} onDecline={onClose}>
      <ul className="users-chips bulk-kinds" aria-label={t('users:list.filters')}>
        {counts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => (
            <li key={kind}>
              <button
                type="button"
                className="users-chip"
                aria-pressed={only === kind}
                onClick={() => {
                  setOnly(only === kind ? undefined : kind);
                }}
              >
                {t(`users:bulk.outcome.${kind}`)}
                <span className="users-count">{formats.number(count)}</span>
              </button>
            </li>
          ))}
      </ul>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must be able to scroll it */}
      <div className="bulk-rows" tabIndex={0} role="region" aria-label={t('users:bulk.resultTitle')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('users:column.userName')}</th>
              <th scope="col">{t('users:column.name')}</th>
              <th scope="col">{t('users:bulk.result')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, MAX_SHOWN).map((row) => (
              <tr key={row.userId}>
                <td>{row.user?.userName ?? row.userId}</td>
                <td>{row.user && nameOf(row.user)}</td>
                <td>
                  <span className={`bulk-outcome bulk-outcome-${row.kind}`}>{words.outcome(row)}</span>
                  {words.why(row) !== '' && <span className="bulk-why">{words.why(row)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {more > 0 && <p className="muted small">{t('users:bulk.more', { count: more, total: formats.number(more) })}</p>}
      </div>
      <div className="button-row">
        {ways}
        <Button kind="primary" onClick={onClose} autoFocus>
          {t('common:close')}
        </Button>
      </div>
    </Dialog>
  );
}
