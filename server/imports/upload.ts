/** Takes the file of another system from a request, as a stream: nothing of it is kept but its rows. */
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { displayedName, readMultipart, withParserErrors } from '../http/multipart.ts';
import { problem } from '../http/problem.ts';
import { FileRefused } from './foreignFile.ts';
import { readHashConfig } from './sources/firebase.ts';
import type { ReadingOptions } from './sources/source.ts';

interface UploadedFile {
  readonly fileName: string;
  readonly bytes: Readable;
  readonly options: ReadingOptions;
}

const MAX_FIELD_BYTES = 2000;

/**
 * Hands the file of the form to `read`, with the field that stands before it.
 * @throws PayloadTooLarge as soon as the file is longer than `maxBytes`; FileRefused's codes, HashParametersWrong
 */
export function withUploadedFile<T>(
  request: FastifyRequest,
  maxBytes: number,
  read: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const limits = { fileSize: maxBytes, fieldSize: MAX_FIELD_BYTES, files: 1, fields: 1, parts: 2 };
  return readMultipart(request, limits, async (parts) => {
    let options: ReadingOptions = {};
    for await (const part of parts) {
      const name = (part.fieldname as string | undefined) ?? '';
      if (name !== (part.type === 'file' ? 'file' : 'firebase'))
        throw problem('Invalid', { fields: { [name.slice(0, 50)]: { expected: 'unknownField' } } });
      if (part.type === 'field') options = optionsOf(part.valueTruncated ? undefined : part.value);
      else return read({ fileName: displayedName(part.filename), bytes: Readable.from(whole(part)), options });
    }
    throw problem('FileEmpty');
  }).catch((error: unknown) => {
    throw error instanceof FileRefused ? problem(error.code, { values: { line: error.line } }) : error;
  });
}

/** @throws PayloadTooLarge at the end of a file that was cut */
async function* whole({ file }: MultipartFile): AsyncGenerator<Buffer> {
  yield* withParserErrors(file as AsyncIterable<Buffer>);
  if (file.truncated) throw problem('PayloadTooLarge');
}

function optionsOf(value: unknown): ReadingOptions {
  const firebase = typeof value === 'string' ? readHashConfig(value) : undefined;
  if (!firebase) throw problem('HashParametersWrong');
  return { firebase };
}
