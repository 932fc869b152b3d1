/** The server of a SAML provider's metadata: it responds as a test wants, and records requests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MetadataServer {
  readonly url: string;
  /** The document, or the address to which it redirects instead. */
  answer: { readonly body: string; readonly status?: number } | { readonly location: string };
  /** Paths that were requested. */
  readonly asked: string[];
  close(): void;
}

export async function startMetadataServer(body = ''): Promise<MetadataServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { answer } = there;
    if ('location' in answer) response.writeHead(302, { location: answer.location }).end();
    else response.writeHead(answer.status ?? 200).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const there: MetadataServer = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/metadata`,
    answer: { body },
    asked,
    close: () => server.close(),
  };
  return there;
}
