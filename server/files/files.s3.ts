/** Files in a bucket of a store that speaks S3's protocol. Loaded where FILES_URL is set. */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { filesAddress, type FilesSettings } from './files.address.ts';
import { FileMissing, FilesUnavailable, type FileOperation, type FileStore } from './files.store.ts';

/** Of one operation, with the transfer. */
const TIMEOUT_MS: Readonly<Record<FileOperation, number>> = { put: 10_000, get: 20_000, remove: 5000, check: 3000 };
const METHOD: Readonly<Record<FileOperation, string>> = { put: 'PUT', get: 'GET', remove: 'DELETE', check: 'HEAD' };
const NOT_FOUND = 404;

export function s3Store(settings: FilesSettings): FileStore {
  const { bucketUrl, folder, region } = filesAddress(settings.FILES_URL ?? '', settings.AWS_REGION);
  const aws = new AwsClient({
    accessKeyId: settings.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY ?? '',
    ...(settings.AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: settings.AWS_SESSION_TOKEN }),
    service: 's3',
    region,
    // Who asked is told to come again.
    retries: 0,
  });
  const urlOf = (fileId: string) => `${bucketUrl}${folder}attachments/${fileId}`;
  const counts = new Map<string, { operation: FileOperation; outcome: 'success' | 'failure'; count: number }>();
  let isUp = true;

  function note(operation: FileOperation, outcome: 'success' | 'failure'): void {
    isUp = outcome === 'success';
    const key = `${operation} ${outcome}`;
    const counted = counts.get(key) ?? { operation, outcome, count: 0 };
    counted.count += 1;
    counts.set(key, counted);
  }

  async function send(operation: FileOperation, url: string, content?: { bytes: Buffer; mimeType: string }): Promise<Answer> {
    try {
      const response = await aws.fetch(url, {
        method: METHOD[operation],
        signal: AbortSignal.timeout(TIMEOUT_MS[operation]),
        // A signed request is for this store only.
        redirect: 'error',
        headers: headersFor(content),
        ...(content && { body: new Uint8Array(content.bytes) }),
      });
      const answer = { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
      const isAnswered = response.ok || (answer.status === NOT_FOUND && operation !== 'put' && operation !== 'check');
      if (!isAnswered) throw new Error(`${String(answer.status)} ${codeOf(answer.body)}`.trim());
      note(operation, 'success');
      return answer;
    } catch (cause) {
      note(operation, 'failure');
      throw new FilesUnavailable(`The store of files did not ${operation}: ${reasonOf(cause)}`, { cause });
    }
  }

  return {
    async put(fileId, bytes, mimeType) {
      await send('put', urlOf(fileId), { bytes, mimeType });
    },
    async get(fileId) {
      const { status, body } = await send('get', urlOf(fileId));
      // A bucket that is gone is not a file that is gone.
      if (status === NOT_FOUND && codeOf(body) === 'NoSuchBucket') throw new FilesUnavailable('The bucket is not there');
      if (status === NOT_FOUND) throw new FileMissing(`The store has no file ${fileId}`);
      return body;
    },
    async remove(fileId) {
      const { status, body } = await send('remove', urlOf(fileId));
      if (status === NOT_FOUND && codeOf(body) === 'NoSuchBucket') throw new FilesUnavailable('The bucket is not there');
    },
    async check() {
      await send('check', bucketUrl);
    },
    get isUp() {
      return isUp;
    },
    get counts() {
      return [...counts.values()];
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** With the content's hash in the signature, the store refuses what was damaged on the way. */
const headersFor = (content: { bytes: Buffer; mimeType: string } | undefined): Record<string, string> => ({
  'x-amz-content-sha256': createHash('sha256')
    .update(content?.bytes ?? '')
    .digest('hex'),
  ...(content && { 'content-type': content.mimeType }),
});

/** `<Error><Code>AccessDenied</Code>…` */
const codeOf = (body: Buffer): string => /<Code>(\w{1,60})<\/Code>/.exec(body.toString('latin1', 0, 2000))?.[1] ?? '';

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { code } = (cause ?? {}) as { code?: string };
  return code ?? message;
}
