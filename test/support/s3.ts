/**
 * A store that speaks S3's protocol over HTTP and verifies every signature (AWS Signature Version 4) and every content's hash by its
 * own computation.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const KEY_ID = 'test-key-id';
const SECRET = 'test/secret+key';
const BUCKET = 'gatehouse-files';
const REGION = 'eu-test-1';
const MAX_CLOCK_SKEW_MS = 15 * 60_000;

export interface S3Double {
  /** FILES_URL and the credentials. */
  readonly env: Readonly<Record<string, string>>;
  /** Objects by key, without the bucket. */
  readonly objects: Map<string, Buffer>;
  /**
   * `silent`: accepts the request and never answers; `refusing`: 503; `unreadable`: 503 for contents only; `storing`: stores, then
   * breaks the connection; `endless`: a content without end.
   */
  mode: 'well' | 'silent' | 'refusing' | 'unreadable' | 'storing' | 'endless';
  /** Answers a validly signed request in the test's own way, unless it returns false. */
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Double> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (double.mode === 'silent') return;
    const fail = (status: number, code: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    if (double.mode === 'refusing') return void fail(503, 'SlowDown');
    const refusal = refusalOf(request, body);
    if (refusal !== undefined) return void fail(403, refusal);
    if (double.answer?.(request, response) === true) return;
    const { method, url = '' } = request;
    const [path = ''] = url.split('?');
    const [, bucket, ...parts] = path.split('/').map(decodeURIComponent);
    if (bucket !== BUCKET) return void fail(404, 'NoSuchBucket');
    const key = parts.join('/');
    if (method === 'PUT') objects.set(key, body);
    if (method === 'DELETE') objects.delete(key);
    if (double.mode === 'storing') return void response.destroy();
    if (method !== 'GET') return void response.writeHead(method === 'DELETE' ? 204 : 200).end();
    if (key === '') return void response.writeHead(200).end('<ListBucketResult></ListBucketResult>');
    if (double.mode === 'unreadable') return void fail(503, 'SlowDown');
    if (double.mode === 'endless') {
      writeForEver(response.writeHead(200));
      return;
    }
    const found = objects.get(key);
    if (found) response.writeHead(200).end(found);
    else fail(404, 'NoSuchKey');
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const double: S3Double = {
    env: {
      FILES_URL: `s3://${BUCKET}/of/tests?endpoint=${encodeURIComponent(endpoint)}&region=${REGION}`,
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
    },
    objects,
    mode: 'well',
    answer: undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return double;
}

function writeForEver(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024);
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, content: string) => createHmac('sha256', key).update(content).digest();

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html @returns the error code; undefined if it is right */
function refusalOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const [, keyId, scope = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId';
  const contentHash = String(headers['x-amz-content-sha256']);
  if (contentHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  const date = String(headers['x-amz-date']);
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  if (region !== REGION || service !== 's3' || end !== 'aws4_request' || !date.startsWith(day))
    return 'AuthorizationHeaderMalformed';
  const sentAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - sentAt) < MAX_CLOCK_SKEW_MS)) return 'RequestTimeTooSkewed';
  const [path = '', query = ''] = url.split('?');
  const canonicalQuery = query.split('&').sort().join('&');
  const canonicalHeaders = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = [method, path, canonicalQuery, canonicalHeaders, signed, contentHash].join('\n');
  const key = [day, region, service, end].reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${SECRET}`);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}
