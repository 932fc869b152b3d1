/** A button that leads to a file: busy while its own is saved, disabled while another is. */
import type { ReactNode } from 'react';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import type { DownloadAction, Downloads } from './useDownloads.ts';

interface Props {
  readonly action: DownloadAction;
  /** ID of a report to run, or of an export. */
  readonly id: string;
  readonly downloads: Downloads;
  /** Names the file, to tell the button from others of its kind. */
  readonly what?: string;
  readonly type?: 'primary' | 'default';
  readonly children: ReactNode;
}

export function DownloadButton({ action, id, downloads, what, type = 'default', children }: Props) {
  const { saving } = downloads;
  const isRunning = saving?.kind === 'running';
  const busy = isRunning && saving.action === action && saving.id === id;
  return (
    <BusyButton type={type} busy={busy} disabled={isRunning && !busy} onClick={() => void downloads[action](id)}>
      {children}
      {what !== undefined && <VisuallyHidden>: {what}</VisuallyHidden>}
    </BusyButton>
  );
}
