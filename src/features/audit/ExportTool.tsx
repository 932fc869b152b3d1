/** Takes away everything that matches, as a file: how far it is shows while one goes on working, and it can be called off. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { downloadAuditReport } from '@api/client/audit.api.ts';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';
import { Popover } from '@src/ui/Popover.tsx';
import { type AuditView, reportArgs } from './auditView.ts';

type Format = 'csv' | 'jsonFile';

export type Export =
  | { readonly kind: 'running'; readonly rows: number; readonly bytes: number; readonly total: number }
  | { readonly kind: 'failed' }
  | undefined;

/** How a file shows that one more event is in it. */
const marks: Readonly<Record<Format, string>> = { csv: '\n', jsonFile: '{"eventId":' };

/** Counts the marks in a text that comes in pieces. */
function counterOf(mark: string): (piece: Uint8Array) => number {
  const decoder = new TextDecoder();
  let rest = '';
  let count = 0;
  return (piece) => {
    const parts = (rest + decoder.decode(piece, { stream: true })).split(mark);
    count += parts.length - 1;
    rest = parts.at(-1)?.slice(1 - mark.length || Infinity) ?? '';
    return count;
  };
}

interface Exports {
  readonly state: Export;
  readonly start: (format: Format) => void;
  readonly cancel: () => void;
  readonly tryAgain: () => void;
}

/** @param total how many events match, as far as one knows */
export function useExport(view: AuditView, now: number, total: number): Exports {
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  const [state, setState] = useState<Export>();
  const running = useRef<AbortController>(undefined);
  const last = useRef<Format>('csv');
  useUnsavedChanges(state?.kind === 'running');
  useEffect(() => () => running.current?.abort(), []);

  const start = (format: Format) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    last.current = format;
    const count = counterOf(marks[format]);
    // The first line names the columns.
    const before = format === 'csv' ? 1 : 0;
    let told = 0;
    setState({ kind: 'running', rows: 0, bytes: 0, total });
    void dispatch(
      downloadAuditReport(
        { ...reportArgs(view, now), format },
        {
          fileName: format === 'csv' ? 'audit.csv' : 'audit.json',
          signal: mine.signal,
          onPiece: (piece, bytes) => {
            const rows = Math.max(0, count(piece) - before);
            // Pieces come by the thousand; a person sees a few of them a second.
            if (mine.signal.aborted || performance.now() - told < TELL_EVERY_MS) return;
            told = performance.now();
            setState({ kind: 'running', rows, bytes, total: Math.max(total, rows) });
          },
        },
      ),
    ).then((saved) => {
      if (running.current !== mine) return;
      setState(saved.ok || saved.problem.kind === 'aborted' ? undefined : { kind: 'failed' });
      if (saved.ok)
        dispatch(
          noticeRaised({ severity: 'success', message: { phrase: 'audit:export.done', values: { fileName: saved.fileName } } }),
        );
      else if (saved.problem.kind === 'aborted') dispatch(noticeRaised({ message: { phrase: 'audit:export.cancelled' } }));
    });
  };
  return {
    state,
    start,
    cancel: () => running.current?.abort(),
    tryAgain: () => {
      start(last.current);
    },
  };
}

const TELL_EVERY_MS = 100;

export function ExportButton({ start, state }: Exports) {
  const { t } = useTranslation('audit');
  return (
    <Popover label={t('export.button')} button={t('export.button')} className="button button-secondary">
      {(close) => (
        <>
          <p>{t('export.text')}</p>
          <div className="button-row">
            {(['csv', 'jsonFile'] as const).map((format) => (
              <Button
                key={format}
                kind={format === 'csv' ? 'primary' : 'secondary'}
                disabled={state?.kind === 'running'}
                onClick={() => {
                  close();
                  start(format);
                }}
              >
                {t(`export.${format}`)}
              </Button>
            ))}
          </div>
        </>
      )}
    </Popover>
  );
}

const MEGABYTE = 1_000_000;

export function ExportProgress({ state, cancel, tryAgain }: Exports) {
  const { t } = useTranslation(['audit', 'common']);
  const formats = useFormats();
  if (!state) return null;
  if (state.kind === 'failed')
    return (
      <Alert severity="error" actions={<Button onClick={tryAgain}>{t('common:tryAgain')}</Button>}>
        {t('export.failed')}
      </Alert>
    );
  const { rows, bytes, total } = state;
  return (
    <div className="audit-export">
      <progress aria-label={t('export.label')} value={rows} max={Math.max(total, 1)} />
      <span className="small">
        {t('export.progress', {
          rows: formats.number(rows),
          total: formats.number(total),
          size: formats.number(Math.round((bytes / MEGABYTE) * 10) / 10),
        })}
      </span>
      <Button onClick={cancel}>{t('common:cancel')}</Button>
    </div>
  );
}
