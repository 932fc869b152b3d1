/** Makes the server of a page a newer one than the page was made for. */
import type { Page } from 'puppeteer';

export interface WireBody {
  readonly status: number;
  /** What the JSON of the reply says. */
  readonly body: unknown;
}

/** From now on the JSON replies to calls whose path matches arrive as `change` makes them; what the server does stays. */
export async function repliesChange(
  page: Page,
  path: RegExp,
  change: (reply: WireBody) => WireBody,
  method?: string,
): Promise<void> {
  const devtools = await page.createCDPSession();
  devtools.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode = 200, responseHeaders = [] }) => {
    const meet = async () => {
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
        // The body arrives as it is, neither compressed nor of the former length.
        responseHeaders: responseHeaders.filter(({ name }) => !/^content-(encoding|length)$/i.test(name)),
        body: Buffer.from(JSON.stringify(body)).toString('base64'),
      });
    };
    // A page that has gone asks for nothing any more.
    meet().catch(() => undefined);
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*', requestStage: 'Response' }] });
}

/** From now on what matches is asked for where the server has nothing, so that its own answer to that is met. */
export async function isGone(page: Page, path: RegExp, method = 'GET'): Promise<void> {
  const devtools = await page.createCDPSession();
  devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
    const url = new URL(request.url);
    if (request.method === method && path.test(url.pathname))
      url.pathname = url.pathname.replace(/[^/]*$/, (name) => `former-${name}`);
    devtools.send('Fetch.continueRequest', { requestId, url: url.href }).catch(() => undefined);
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
}
