/** Changes replies on their way to a page, to simulate a newer server. */
import type { Page } from 'puppeteer';

export interface JsonReply {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
}

/** From now on JSON replies to matching calls arrive as `change` returns them; the server still handles the call. */
export async function rewriteReplies(
  page: Page,
  path: RegExp,
  change: (reply: JsonReply) => JsonReply,
  method?: string,
): Promise<void> {
  const devtools = await page.createCDPSession();
  devtools.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode = 200, responseHeaders = [] }) => {
    const handle = async () => {
      const isJson = responseHeaders.some(({ name, value }) => /^content-type$/i.test(name) && value.includes('json'));
      const isMeant = path.test(new URL(request.url).pathname) && (method ?? request.method) === request.method;
      if (!isJson || !isMeant) {
        await devtools.send('Fetch.continueResponse', { requestId });
        return;
      }
      const read = await devtools.send('Fetch.getResponseBody', { requestId });
      const text = Buffer.from(read.body, read.base64Encoded ? 'base64' : 'utf8').toString();
      const { status, body } = change({ status: responseStatusCode, body: JSON.parse(text) as unknown });
      await devtools.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        // The new body is uncompressed and has another length.
        responseHeaders: responseHeaders.filter(({ name }) => !/^content-(encoding|length)$/i.test(name)),
        body: Buffer.from(JSON.stringify(body)).toString('base64'),
      });
    };
    // The page may have been closed meanwhile.
    handle().catch(() => undefined);
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*', requestStage: 'Response' }] });
}

/** From now on matching requests go to a path that does not exist, so that the server itself answers "not found". */
export async function answerNotFound(page: Page, path: RegExp, method = 'GET'): Promise<void> {
  const devtools = await page.createCDPSession();
  devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
    const url = new URL(request.url);
    if (request.method === method && path.test(url.pathname))
      url.pathname = url.pathname.replace(/[^/]*$/, (name) => `former-${name}`);
    devtools.send('Fetch.continueRequest', { requestId, url: url.href }).catch(() => undefined);
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
}
