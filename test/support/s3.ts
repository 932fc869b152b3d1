/** A store that speaks S3's protocol over HTTP and verifies every signature (AWS Signature Version 4) by its own computation. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const KEY_ID = 'test-key-id';
const SECRET = 'test/secret+key';
const BUCKET = 'gatehouse-files';

export interface S3Double {
  /** FILES_URL and the credentials. */
  readonly env: Readonly<Record<string, string>>;
  /** By key, without the bucket. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** `silent`: takes the request and never answers; `refusing`: 503; `storing`: stores, then breaks the connection. */
  mode: 'well' | 'silent' | 'refusing' | 'storing';
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Double> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  const double: S3Double = {
    env: {},
    objects,
    mode: 'well',
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (double.mode === 'silent') return;
    const fail = (status: number, code: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    if (double.mode === 'refusing') return void fail(503, 'SlowDown');
    const refusal = refusalOf(request, body);
    if (refusal !== undefined) return void fail(403, refusal);
    const [, bucket, ...key] = (request.url ?? '').split('/').map(decodeURIComponent);
    if (bucket !== BUCKET) return void fail(404, 'NoSuchBucket');
    const name = key.join('/');
    if (request.method === 'PUT') objects.set(name, body);
    if (request.method === 'DELETE') objects.delete(name);
    if (double.mode === 'storing') return void response.destroy();
    const found = objects.get(name);
    if (request.method === 'GET' && !found) return void fail(404, 'NoSuchKey');
    response.writeHead(request.method === 'DELETE' ? 204 : 200).end(request.method === 'GET' ? found : undefined);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return Object.assign(double, {
    env: {
      FILES_URL: `s3://${BUCKET}/of/tests?endpoint=${encodeURIComponent(endpoint)}&region=eu-test-1`,
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
    },
  });
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
  const [path = '', query = ''] = url.split('?');
  const canonicalHeaders = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = [method, path, query, canonicalHeaders, signed, contentHash].join('\n');
  const date = String(headers['x-amz-date']);
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  if (region !== 'eu-test-1' || service !== 's3' || !date.startsWith(day)) return 'AuthorizationHeaderMalformed';
  const key = [day, region, service, end].reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${SECRET}`);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}
