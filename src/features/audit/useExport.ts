/** Downloads all matching events as a file, in the background with progress and cancel. */
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { downloadAuditReport } from '@api/client/audit.api.ts';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { needsMessage } from '@store/notices/problemMessage.ts';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { type AuditView, reportArgs } from './auditView.ts';

type Format = 'csv' | 'xlsx' | 'jsonl' | 'jsonFile';

type Export =
  | { readonly kind: 'running'; readonly rows: number; readonly bytes: number; readonly total: number }
  | { readonly kind: 'failed'; readonly problem: ClientProblem }
  | undefined;

/** Marks one event in the file, for counting the progress; a compressed file has none. */
const eventMarkers: Readonly<Record<Format, string | undefined>> = {
  csv: '\n',
  jsonFile: '{"eventId":',
  jsonl: '{"eventId":',
  xlsx: undefined,
};
const extensions: Readonly<Record<Format, string>> = { csv: 'csv', xlsx: 'xlsx', jsonl: 'jsonl', jsonFile: 'json' };

/** Counts the marker in a chunked text, also across chunk boundaries. */
function createCounter(marker: string | undefined): (piece: Uint8Array) => number {
  if (marker === undefined) return () => 0;
  const decoder = new TextDecoder();
  let tail = '';
  let count = 0;
  return (piece) => {
    const parts = (tail + decoder.decode(piece, { stream: true })).split(marker);
    count += parts.length - 1;
    tail = parts.at(-1)?.slice(1 - marker.length || Infinity) ?? '';
    return count;
  };
}

export interface Exports {
  readonly state: Export;
  readonly start: (format: Format) => void;
  readonly cancel: () => void;
  readonly tryAgain: () => void;
}

/** @param total number of matching events as known */
export function useExport(view: AuditView, now: number, total: number): Exports {
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  const [state, setState] = useState<Export>();
  const running = useRef<AbortController>(undefined);
  const lastFormat = useRef<Format>('csv');
  useUnsavedChanges(state?.kind === 'running');
  useEffect(() => () => running.current?.abort(), []);

  const start = (format: Format) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    lastFormat.current = format;
    const count = createCounter(eventMarkers[format]);
    // CSV starts with a header line.
    const headerRows = format === 'csv' ? 1 : 0;
    let lastShownAt = 0;
    setState({ kind: 'running', rows: 0, bytes: 0, total });
    void dispatch(
      downloadAuditReport(
        { ...reportArgs(view, now), format, ...(isSealed(format) && { timeZone: zone() }) },
        {
          fileName: `audit.${extensions[format]}`,
          signal: controller.signal,
          problemsShownBy: 'caller',
          onChunk: (piece, bytes) => {
            const rows = Math.max(0, count(piece) - headerRows);
            // Throttled: thousands of chunks arrive.
            if (controller.signal.aborted || performance.now() - lastShownAt < PROGRESS_INTERVAL_MS) return;
            lastShownAt = performance.now();
            setState({ kind: 'running', rows, bytes, total: Math.max(total, rows) });
          },
        },
      ),
    ).then((saved) => {
      if (running.current !== controller) return;
      setState(saved.ok || !needsMessage(saved.problem) ? undefined : { kind: 'failed', problem: saved.problem });
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
      start(lastFormat.current);
    },
  };
}

const PROGRESS_INTERVAL_MS = 100;

/** Formats with the local time, the signature and a checksum. */
const isSealed = (format: Format): boolean => format === 'xlsx' || format === 'jsonl';
const zone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
