/**
 * Virus scan of uploads by clamd (ClamAV's daemon), by its INSTREAM command: chunks with their length before them, an empty one
 * ends. Without CLAMD_URL nothing is scanned.
 */
import { connect, type Socket } from 'node:net';
import type { Config } from '../config/config.ts';
import type { ReceivedFile } from '../files/upload.ts';
import { problem } from '../http/problem.ts';

const TIMEOUT_MS = 20_000;
const CHUNK_BYTES = 64 * 1024;
const MAX_ANSWER_LENGTH = 4096;
const RETRY_AFTER_SECONDS = 60;

interface Infection {
  readonly fileName: string;
  /** The signature's name in clamd. */
  readonly signature: string;
}

/**
 * @returns the first infected file
 * @throws Busy if clamd does not answer: what could not be scanned is not accepted
 */
export async function findInfection(
  { CLAMD_URL }: Pick<Config, 'CLAMD_URL'>,
  attachments: readonly ReceivedFile[],
): Promise<Infection | undefined> {
  if (CLAMD_URL === undefined) return undefined;
  for (const { fileName, content } of attachments) {
    const answer = await scan(CLAMD_URL, content).catch((cause: unknown) => {
      throw problem('Busy', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
    });
    const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
    if (signature !== undefined) return { fileName, signature };
    if (answer !== 'stream: OK')
      throw problem('Busy', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: new Error(`clamd answered: ${answer}`) });
  }
  return undefined;
}

/**
 * @returns the answer, which ends with a NUL character
 * @throws Error for one that is cut off, or that was given before clamd had the whole content
 */
function scan(address: string, content: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = open(address);
    let answer = '';
    // Deadline of the whole scan: a daemon that sends a character now and then would otherwise hold the request for hours.
    const deadline = setTimeout(() => socket.destroy(new Error('clamd did not answer in time')), TIMEOUT_MS);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
      if (answer.length > MAX_ANSWER_LENGTH) socket.destroy(new Error('The answer of clamd is too long'));
      else if (socket.writableLength > 0) socket.destroy(new Error('clamd answered before it had the whole content'));
      else if (answer.includes('\0')) socket.end();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(deadline);
      const [whole, ...rest] = answer.split('\0');
      if (rest.length === 0) reject(new Error(`clamd broke off: ${answer}`));
      else resolve((whole ?? '').trim());
    });
    socket.write('zINSTREAM\0');
    for (let from = 0; from < content.length; from += CHUNK_BYTES) send(socket, content.subarray(from, from + CHUNK_BYTES));
    send(socket, Buffer.alloc(0));
  });
}

function open(address: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(address);
  return protocol === 'unix:' ? connect(pathname) : connect(Number(port || 3310), hostname);
}

function send(socket: Socket, chunk: Buffer): void {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  socket.write(Buffer.concat([length, chunk]));
}
