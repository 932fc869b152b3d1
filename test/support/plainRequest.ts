/** A request with exactly these headers, which no browser would send. */
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface PlainAnswer {
  readonly statusCode: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export async function plainRequest(
  url: string,
  { method = 'GET', headers, body }: { method?: string; headers: OutgoingHttpHeaders; body?: string },
): Promise<PlainAnswer> {
  const sent = request(url, { method, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { statusCode: answer.statusCode, headers: answer.headers, body: await text(answer) };
}
