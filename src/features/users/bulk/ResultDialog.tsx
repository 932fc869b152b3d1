/** The result per user. */
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bulk } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { nameOf } from '../list/cells/TextCells.tsx';
import { type ResultKind, resultKinds, resultRows } from './resultRows.ts';
import { useResultTexts } from './useResultTexts.ts';

/** Rows rendered at most; the CSV file has all. */
const MAX_SHOWN = 200;

const tones: Readonly<Record<ResultKind, string>> = {
  failed: 'tone-text tone-error',
  skipped: 'muted',
  leftOut: 'muted',
  done: 'tone-text tone-success',
};

interface Props {
  readonly job: Extract<Bulk, { kind: 'finished' }>;
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

export function ResultDialog({ job, actions, onClose }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const formats = useFormats();
  const texts = useResultTexts();
  const [shownKind, setShownKind] = useState<ResultKind>();
  const rows = useMemo(() => resultRows(job), [job]);
  const counts = resultKinds.map((kind) => ({ kind, count: rows.filter((row) => row.kind === kind).length }));
  const shown = rows.filter(({ kind }) => shownKind === undefined || kind === shownKind);
  const more = shown.length - MAX_SHOWN;
  return (
    <Dialog title={t('users:bulk.resultTitle')} onDecline={onClose} width={880}>
      <ul className="row row-tight" aria-label={t('users:list.filters')}>
        {counts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => (
            <li key={kind}>
              <button
                type="button"
                className="chip button button-secondary small"
                aria-pressed={shownKind === kind}
                onClick={() => {
                  setShownKind(shownKind === kind ? undefined : kind);
                }}
              >
                {t(`users:bulk.outcome.${kind}`)}
                <span className="muted">{formats.number(count)}</span>
              </button>
            </li>
          ))}
      </ul>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be focusable to scroll by keyboard */}
      <div className="scroll-box" tabIndex={0} role="region" aria-label={t('users:bulk.resultTitle')}>
        <table className="table">
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
                  <strong className={tones[row.kind]}>{texts.outcome(row)}</strong>
                  {texts.why(row) !== '' && <p>{texts.why(row)}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {more > 0 && <p className="muted small">{t('users:bulk.more', { count: more, total: formats.number(more) })}</p>}
      </div>
      <div className="button-row">
        {actions}
        <Button type="primary" onClick={onClose} autoFocus>
          {t('common:close')}
        </Button>
      </div>
    </Dialog>
  );
}
