/** Reads a response of the file store as a stream, up to a limit, as the store is not trusted. */

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** S3's code of an error; empty without one. It has no meaning for the content of a file. */
  readonly code: string;
}

/** @throws Error for a response that is longer */
export async function readAnswer(response: Response, maxBytes: number): Promise<Answer> {
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
