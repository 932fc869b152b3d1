/** Parses the support form as a stream: nothing in it is trusted, and limits apply before all of it has arrived. */
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { fileType } from '../../api/contract/rules/fileType.ts';
import { encodingOf } from '../../api/contract/textEncoding.ts';
import type { Config } from '../config/config.ts';
import type { ReceivedFile } from '../files/upload.ts';
import { displayedName, readMultipart, withParserErrors } from '../http/multipart.ts';
import { problem } from '../http/problem.ts';

interface UploadedForm {
  fields: Record<string, string>;
  attachments: ReceivedFile[];
}

const TEXT = 'text/plain';

/** Allowed extensions, and the content type each requires. */
const CONTENT_TYPES: Readonly<Record<string, readonly string[]>> = {
  '.png': ['image/png'],
  '.jpg': ['image/jpeg'],
  '.jpeg': ['image/jpeg'],
  '.gif': ['image/gif'],
  '.webp': ['image/webp'],
  '.pdf': ['application/pdf'],
  '.docx': ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  '.xlsx': ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  '.txt': [TEXT],
  '.log': [TEXT],
  '.csv': [TEXT],
};

export const allowedTypes = Object.keys(CONTENT_TYPES);

type Limits = Pick<Config, 'MAX_ATTACHMENTS' | 'MAX_ATTACHMENT_BYTES' | 'MAX_ATTACHMENTS_BYTES'>;

const MAX_FIELDS = 40;
/** Types are known by the beginning of a file; of an archive, by the first names in it. */
const MAX_INSPECTED_BYTES = 128 * 1024;

/** @throws TooManyAttachments, PayloadTooLarge or FileTypeRefused as soon as detected; the rest is not read */
export async function readForm(request: FastifyRequest, limits: Limits): Promise<UploadedForm> {
  const { MAX_ATTACHMENT_BYTES: fileSize, MAX_ATTACHMENTS } = limits;
  const files = MAX_ATTACHMENTS + 1;
  return readMultipart(request, { fileSize, files, parts: MAX_FIELDS + files + 1 }, (parts) => readParts(parts, limits));
}

async function readParts(parts: AsyncIterable<Multipart>, limits: Limits): Promise<UploadedForm> {
  const fields: Record<string, string> = {};
  const attachments: ReceivedFile[] = [];
  let total = 0;
  for await (const part of parts) {
    const name = (part.fieldname as string | undefined) ?? '';
    const wrong = () => problem('Invalid', { fields: { [name.slice(0, 50)]: { expected: 'value' } } });
    if (part.type === 'field') {
      if (Object.keys(fields).length >= MAX_FIELDS || name in fields || part.fieldnameTruncated) throw wrong();
      if (part.valueTruncated) throw problem('PayloadTooLarge');
      if (typeof part.value !== 'string') throw wrong();
      Object.defineProperty(fields, name, { value: part.value, enumerable: true });
      continue;
    }
    if (name !== 'attachments') throw wrong();
    if (attachments.length >= limits.MAX_ATTACHMENTS) throw problem('TooManyAttachments');
    const attachment = await readAttachment(part, Math.min(limits.MAX_ATTACHMENT_BYTES, limits.MAX_ATTACHMENTS_BYTES - total));
    total += attachment.content.length;
    attachments.push(attachment);
  }
  return { fields, attachments };
}

async function readAttachment(part: MultipartFile, maxBytes: number): Promise<ReceivedFile> {
  const fileName = displayedName(part.filename);
  if (!fileType(allowedTypes).holds({ name: fileName, type: part.mimetype })) throw refused();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of withParserErrors(part.file as AsyncIterable<Buffer>)) {
    size += chunk.length;
    if (size > maxBytes) throw problem('PayloadTooLarge');
    chunks.push(chunk);
  }
  if (part.file.truncated) throw problem('PayloadTooLarge');
  const content = Buffer.concat(chunks);
  const extension = /\.\w+$/.exec(fileName.toLowerCase())?.[0] ?? '';
  const allowed = CONTENT_TYPES[extension] ?? [];
  const mimeType = await contentType(content, allowed);
  if (mimeType === undefined || !allowed.includes(mimeType)) throw refused();
  return { fileName, mimeType, content };
}

const refused = () =>
  problem('FileTypeRefused', { fields: { attachments: { rule: 'fileType', values: { types: allowedTypes.join(', ') } } } });

/**
 * Detects the type from the bytes: file name and Content-Type are claims of the client. Under a text file's name, only what is no
 * text has a magic number: a text may begin with `BM`, `MZ` or `<?xml`.
 */
async function contentType(content: Buffer, allowed: readonly string[]): Promise<string | undefined> {
  if (allowed.includes(TEXT) && isText(content)) return TEXT;
  return (await fileTypeFromBuffer(content.subarray(0, MAX_INSPECTED_BYTES)))?.mime;
}

/**
 * Control characters that no text has. A terminal's log has bells, backspaces and escapes; a text of DOS ends with U+001A.
 * Programs have some of these in their headers: PE, Java and WebAssembly a NUL, ELF U+0001 or U+0002, Mach-O both.
 */
const NOT_TEXT = /[\u0000-\u0006\u000e-\u001a\u001c-\u001f]/;
const DOS_END = /\u001a+$/;

/** Tells whether the content of a file is text, in any common encoding. */
function isText(content: Buffer): boolean {
  const encoding = encodingOf(content);
  // Bytes are compared as they are: Windows-1252, CP437 and their like differ above the control characters only.
  if (encoding === 'windows-1252') return !NOT_TEXT.test(content.toString('latin1').replace(DOS_END, ''));
  try {
    return !NOT_TEXT.test(new TextDecoder(encoding, { fatal: true }).decode(content).replace(DOS_END, ''));
  } catch {
    return false;
  }
}
