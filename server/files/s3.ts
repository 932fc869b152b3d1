/** Objects in a bucket of a store that speaks S3's protocol. Loaded where FILES_URL is set. */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { filesAddress, type FilesSettings } from './address.ts';
import { operationCounts } from './counts.ts';
import { FileMissing, type FileOperation, FilesRefused, type FileStore, FilesUnavailable } from './store.ts';

/** Timeout of one operation, including the transfer. */
const TIMEOUT_MS: Readonly<Record<FileOperation, number>> = { put: 10_000, get: 20_000, remove: 5000, check: 3000 };
const METHOD: Readonly<Record<FileOperation, string>> = { put: 'PUT', get: 'GET', remove: 'DELETE', check: 'GET' };
/** Limit of responses that are no file: a list of one key, or an error. */
const MAX_ANSWER_BYTES = 16 * 1024;

export function s3Store(settings: FilesSettings): FileStore {
  const { bucketUrl, folder, region } = filesAddress(settings.FILES_URL ?? '', settings.AWS_REGION);
  const aws = new AwsClient({
    accessKeyId: settings.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY ?? '',
    ...(settings.AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: settings.AWS_SESSION_TOKEN }),
    service: 's3',
    region,
  });
  const urlOf = (objectId: string) => `${bucketUrl}${folder}attachments/${objectId}`;
  const counts = operationCounts();

  async function send(operation: FileOperation, url: string, { bytes, maxBytes = MAX_ANSWER_BYTES }: Transfer = {}) {
    try {
      const request = await aws.sign(url, {
        method: METHOD[operation],
        // With the content's hash in the signature, the store refuses what was damaged on the way.
        headers: { 'x-amz-content-sha256': sha256(bytes ?? ''), ...(bytes && { 'content-type': 'application/octet-stream' }) },
        ...(bytes && { body: bytes }),
      });
      // The signal is given here, not to the request: a request in between may be garbage before it has passed the signal on.
      const response = await fetch(request, {
        signal: AbortSignal.timeout(TIMEOUT_MS[operation]),
        // A signed request is for this store only; where the bucket is elsewhere, the answer says so.
        redirect: 'manual',
      });
      const answer = await readAnswer(response, response.ok ? maxBytes : MAX_ANSWER_BYTES);
      if (!response.ok && !isMissing(operation, answer)) throw refusal(operation, answer);
      // Some stores begin the response before they have stored, and end it with an error.
      if (response.ok && operation !== 'get' && answer.code !== '')
        throw refusal(operation, { ...answer, status: ERROR_AFTER_BEGIN });
      counts.note(operation, 'success');
      return answer;
    } catch (cause) {
      counts.note(operation, 'failure');
      if (cause instanceof FilesUnavailable) throw cause;
      throw new FilesUnavailable(`The store of files did not ${operation}: ${reasonOf(cause)}`, { cause });
    }
  }

  return {
    async put(objectId, bytes) {
      await send('put', urlOf(objectId), { bytes });
    },
    async get(objectId, maxBytes) {
      const { status, body } = await send('get', urlOf(objectId), { maxBytes });
      if (status === NOT_FOUND) throw new FileMissing(`The store has no object ${objectId}`);
      return body;
    },
    async remove(objectId) {
      await send('remove', urlOf(objectId));
    },
    async check() {
      await send('check', `${bucketUrl}?list-type=2&max-keys=1&prefix=${encodeURIComponent(folder)}`);
    },
    get isUp() {
      return counts.isUp;
    },
    get counts() {
      return counts.all();
    },
  };
}

interface Transfer {
  readonly bytes?: Buffer<ArrayBuffer>;
  readonly maxBytes?: number;
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** The status of such an error: temporary, as if the store had sent it at the beginning. */
const ERROR_AFTER_BEGIN = 500;
const NOT_FOUND = 404;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;

/** A missing bucket does not mean a missing object. */
const isMissing = (operation: FileOperation, { status, code }: Answer): boolean =>
  status === NOT_FOUND && code !== 'NoSuchBucket' && (operation === 'get' || operation === 'remove');

function refusal(operation: FileOperation, { status, code }: Answer): FilesUnavailable {
  const isFinal = status < 500 && status !== REQUEST_TIMEOUT && status !== TOO_MANY_REQUESTS;
  const text = `The store of files refused to ${operation}: ${`${String(status)} ${code}`.trim()}`;
  return isFinal ? new FilesRefused(text) : new FilesUnavailable(text);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { code, message: detail } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? detail ?? message;
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** S3's code of an error; empty without one. It has no meaning for the content of a file. */
  readonly code: string;
}

/**
 * Reads a response of the store as a stream, up to a limit, as the store is not trusted.
 * @throws Error for a response that is longer
 */
async function readAnswer(response: Response, maxBytes: number): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`an answer of more than ${String(maxBytes)} bytes`);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  return { status: response.status, body, code: codeOf(body) };
}

/** `<Error><Code>AccessDenied</Code>…` */
const codeOf = (body: Buffer): string => /<Error>\s*<Code>(\w{1,60})<\/Code>/.exec(body.toString('latin1', 0, 2000))?.[1] ?? '';
