/** Streams a response into a file, with progress and cancel. Outside RTK Query, as nothing of it is cached. */
import { type Dispatch, nanoid } from '@reduxjs/toolkit';
import type { ClientProblem } from './clientProblem.ts';
import { type ClientExtra, fetchWithRecovery, UnreadableReply } from './fetchWithRecovery.ts';
import { callFailed, callSucceeded } from './sessionEvents.ts';
import type { WireRequest } from './request.ts';
import type { WireReply } from './transport.ts';

export interface DownloadOptions {
  /** Fallback if the server names none. */
  readonly fileName: string;
  /** Called for each chunk with the number of bytes so far. */
  readonly onChunk?: (piece: Uint8Array, bytes: number) => void;
  readonly signal?: AbortSignal;
  /** The caller shows the problem in place, so the alert bar skips it. */
  readonly problemsShownBy?: 'caller';
}

type Download =
  | { readonly ok: true; readonly fileName: string; readonly bytes: number }
  | { readonly ok: false; readonly problem: ClientProblem };

/** Undefined if the text is not percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** File name in `Content-Disposition`, without any folder. */
export function fileNameIn(header: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  const name = (extended && decoded(extended)) ?? /filename="?([^";]+)"?/i.exec(header ?? '')?.[1];
  return name?.split(/[\\/]/).pop();
}

/** A page that a proxy sends in place of the file. The server names each of its files, also those that are HTML. */
const isForeignPage = ({ headers }: WireReply): boolean =>
  headers.get('Content-Disposition') === null && /html/i.test(headers.get('Content-Type') ?? '');

const readBlob =
  (onChunk: DownloadOptions['onChunk']) =>
  async (reply: WireReply): Promise<Blob> => {
    if (isForeignPage(reply)) throw new UnreadableReply();
    const chunks: BlobPart[] = [];
    let receivedBytes = 0;
    const reader = reply.body?.getReader();
    for (let chunk = await reader?.read(); reader && chunk && !chunk.done; chunk = await reader.read()) {
      chunks.push(chunk.value as BlobPart);
      receivedBytes += chunk.value.byteLength;
      onChunk?.(chunk.value, receivedBytes);
    }
    return new Blob(chunks, { type: reply.headers.get('Content-Type') ?? '' });
  };

/** A thunk that resolves once the file is saved and never rejects. */
export const download =
  (request: WireRequest, { fileName, signal, onChunk, problemsShownBy }: DownloadOptions) =>
  async (dispatch: Dispatch, _getState: unknown, extra: ClientExtra): Promise<Download> => {
    const requestId = nanoid();
    const startedAt = Date.now();
    const caller = { ...extra, dispatch, signal: signal ?? new AbortController().signal };
    const result = await fetchWithRecovery(request, caller, readBlob(onChunk));
    if (!result.ok) {
      if (!problemsShownBy) dispatch(callFailed({ requestId, problem: result.problem, endedAt: Date.now() }));
      return result;
    }
    const name = fileNameIn(result.reply.headers.get('Content-Disposition')) ?? fileName;
    extra.transport.save(name, result.value);
    dispatch(callSucceeded({ requestId, startedAt }));
    return { ok: true, fileName: name, bytes: result.value.size };
  };
