/** Sends a body by XMLHttpRequest, for uploads only: `fetch` reports no upload progress. */
import type { Progress, WireInit, WireReply } from './transport.ts';

/** Like `fetch`; rejects with a `TypeError` when there is no response and with an `AbortError` when `init.signal` aborts. */
export const xhrUpload = (url: string, init: WireInit, onProgress: (progress: Progress) => void): Promise<WireReply> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(init.method, url);
    for (const [name, value] of Object.entries(init.headers)) xhr.setRequestHeader(name, value);
    const abort = (): void => {
      xhr.abort();
    };
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      onProgress(lengthComputable ? { done: loaded, total } : { done: loaded });
    };
    xhr.onload = () => {
      resolve({
        status: xhr.status,
        headers: { get: (name) => xhr.getResponseHeader(name) },
        body: null,
        text: () => Promise.resolve(xhr.responseText),
      });
    };
    xhr.onerror = () => {
      reject(new TypeError('Network request failed'));
    };
    xhr.onabort = () => {
      reject(new DOMException('The upload was aborted', 'AbortError'));
    };
    xhr.onloadend = () => {
      init.signal.removeEventListener('abort', abort);
    };
    if (init.signal.aborted) {
      reject(new DOMException('The upload was aborted', 'AbortError'));
      return;
    }
    init.signal.addEventListener('abort', abort);
    xhr.send(init.body ?? null);
  });
