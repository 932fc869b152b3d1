/** Asks for exports and saves their files, one at a time, with progress and cancel. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { downloadExport, reportsApi, useRunExportAgainMutation, useRunReportMutation } from '@api/client/reports.api.ts';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { needsMessage } from '@store/notices/problemMessage.ts';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';

export type DownloadAction = 'run' | 'runAgain' | 'save';

type Saving =
  | {
      readonly kind: 'running';
      readonly action: DownloadAction;
      /** ID of the report or the export that was asked for. */
      readonly id: string;
      readonly bytes: number;
    }
  | { readonly kind: 'failed'; readonly exportId: string; readonly problem: ClientProblem };

export interface Downloads {
  /** Undefined: nothing is being saved. */
  readonly saving: Saving | undefined;
  readonly run: (reportId: string) => Promise<void>;
  readonly runAgain: (exportId: string) => Promise<void>;
  readonly save: (exportId: string) => Promise<void>;
  readonly cancel: () => void;
}

const PROGRESS_INTERVAL_MS = 100;

export function useDownloads(): Downloads {
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  const [runReport] = useRunReportMutation();
  const [runExportAgain] = useRunExportAgainMutation();
  const [saving, setSaving] = useState<Saving>();
  const running = useRef<AbortController>(undefined);
  useUnsavedChanges(saving?.kind === 'running');
  useEffect(() => () => running.current?.abort(), []);

  const sayCancelled = () => dispatch(noticeRaised({ message: { phrase: 'audit:export.cancelled' } }));

  const start = async (action: DownloadAction, id: string, ask: () => Promise<string | undefined>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    let shownAt = 0;
    setSaving({ kind: 'running', action, id, bytes: 0 });
    const exportId = await ask();
    if (running.current !== controller) return;
    if (exportId === undefined || controller.signal.aborted) {
      setSaving(undefined);
      if (controller.signal.aborted) sayCancelled();
      return;
    }
    const saved = await dispatch(
      downloadExport(exportId, {
        fileName: 'report',
        signal: controller.signal,
        problemsShownBy: 'caller',
        onChunk: (_piece, bytes) => {
          if (controller.signal.aborted || performance.now() - shownAt < PROGRESS_INTERVAL_MS) return;
          shownAt = performance.now();
          setSaving({ kind: 'running', action, id, bytes });
        },
      }),
    );
    if (running.current !== controller) return;
    const isCancelled = !saved.ok && saved.problem.kind === 'aborted';
    setSaving(saved.ok || !needsMessage(saved.problem) ? undefined : { kind: 'failed', exportId, problem: saved.problem });
    if (isCancelled) sayCancelled();
    if (!saved.ok) return;
    const message = { phrase: 'audit:export.done', values: { fileName: saved.fileName } } as const;
    dispatch(noticeRaised({ severity: 'success', message }));
    // The list has its checksum now.
    dispatch(reportsApi.util.invalidateTags(['Export', 'Audit']));
  };
  return {
    saving,
    save: (exportId) => start('save', exportId, () => Promise.resolve(exportId)),
    run: (reportId) => start('run', reportId, async () => (await runReport({ reportId })).data?.exportId),
    runAgain: (exportId) => start('runAgain', exportId, async () => (await runExportAgain({ exportId })).data?.exportId),
    cancel: () => running.current?.abort(),
  };
}
