/** The result per user. */
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchOperationTargetsQuery } from '@api/client/bulk.api.ts';
import type { TargetOutcome } from '@api/contract/bulk.ts';
import type { Followed } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { ScrollBox } from '@src/ui/ScrollBox.tsx';
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
  readonly followed: Followed;
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

/** The first rows of each outcome, as many as are rendered, from the last answer of the server. */
function useResultRows({ operation: { operationId, counts }, leftOut }: Followed) {
  const read = (outcome: TargetOutcome) => ({ args: { operationId, outcome }, options: { skip: counts[outcome] === 0 } });
  const [failed, skipped, done] = [read('failed'), read('skipped'), read('done')];
  const queries = [
    useFetchOperationTargetsQuery(failed.args, failed.options),
    useFetchOperationTargetsQuery(skipped.args, skipped.options),
    useFetchOperationTargetsQuery(done.args, done.options),
  ];
  const rows = resultRows(
    queries.flatMap(({ data }) => data?.targets ?? []),
    leftOut,
  );
  return { rows, isLoading: queries.some((query) => query.isLoading) };
}

/** The place of rows that are being read, so that the buttons below do not move under a finger. */
const ComingRows = ({ count }: { readonly count: number }) =>
  Array.from({ length: count }, (_, index) => (
    <tr key={index} aria-hidden>
      <td colSpan={3}>&nbsp;</td>
    </tr>
  ));

export function ResultDialog({ followed, actions, onClose }: Props) {
  const { t } = useTranslation(['users', 'bulk', 'common']);
  const formats = useFormats();
  const texts = useResultTexts();
  const [shownKind, setShownKind] = useState<ResultKind>();
  const { rows, isLoading } = useResultRows(followed);
  const { done, failed, skipped } = followed.operation.counts;
  const countOf = { failed, skipped, leftOut: followed.leftOut.length, done };
  const counts = resultKinds.map((kind) => ({ kind, count: countOf[kind] }));
  const shown = rows.filter(({ kind }) => shownKind === undefined || kind === shownKind).slice(0, MAX_SHOWN);
  const total = shownKind === undefined ? failed + skipped + countOf.leftOut + done : countOf[shownKind];
  const more = total - shown.length;
  return (
    <Dialog title={t('bulk:resultTitle')} onDecline={onClose} width={880}>
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
                {t(`bulk:outcome.${kind}`)}
                <span className="muted">{formats.number(count)}</span>
              </button>
            </li>
          ))}
      </ul>
      <ScrollBox label={t('bulk:resultTitle')}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('users:column.userName')}</th>
              <th scope="col">{t('users:column.name')}</th>
              <th scope="col">{t('bulk:result')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.userId}>
                <td>{row.user?.userName ?? row.userId}</td>
                <td>{row.user && nameOf(row.user)}</td>
                <td>
                  <strong className={tones[row.kind]}>{texts.outcome(row)}</strong>
                  {texts.why(row) !== '' && <p>{texts.why(row)}</p>}
                </td>
              </tr>
            ))}
            {isLoading && <ComingRows count={Math.min(more, MAX_SHOWN - shown.length)} />}
          </tbody>
        </table>
        {more > 0 && !isLoading && <p className="muted small">{t('bulk:more', { count: more, total: formats.number(more) })}</p>}
      </ScrollBox>
      <div className="button-row">
        {actions}
        <Button type="primary" onClick={onClose} autoFocus>
          {t('common:close')}
        </Button>
      </div>
    </Dialog>
  );
}
