/** Sends a file of another system, with progress and cancel. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { type ForeignFile, useReadForeignFileMutation } from '@api/client/imports.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { Progress } from '@api/client/transport.ts';
import { problemOf } from '@src/forms/refusal.ts';

export function useReadFile() {
  const [read] = useReadForeignFileMutation();
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<ClientProblem>();
  const cancelRunning = useRef<() => void>(undefined);
  const cancel = useCallback(() => {
    cancelRunning.current?.();
  }, []);
  useEffect(() => cancel, [cancel]);

  /** @returns the import's id; undefined if it was refused or cancelled */
  const send = useCallback(
    async (file: File, firebase: string): Promise<string | undefined> => {
      setProblem(undefined);
      setProgress({ done: 0 });
      const cancellation = new AbortController();
      const given = firebase.trim() === '' ? {} : { firebase };
      const call = read(seal<ForeignFile>({ file, ...given, onUploadProgress: setProgress }));
      cancelRunning.current = () => {
        cancellation.abort();
        call.abort();
      };
      const { data, error } = await call;
      cancelRunning.current = undefined;
      setProgress(undefined);
      if (error && !cancellation.signal.aborted) setProblem(problemOf(error));
      return data?.importId;
    },
    [read],
  );
  return { send, cancel, progress, problem };
}
