/** Checks attachments by type, size, count and total size. The server also checks the content. */
import type { ReplyOf } from '@api/contract/index.ts';
import { fileSize } from '@api/contract/rules/fileSize.ts';
import { fileType } from '@api/contract/rules/fileType.ts';
import { broken, type Rule } from '@api/contract/rules/rule.ts';

export type FileLimits = Pick<
  ReplyOf<'Support.FormConfiguration'>,
  'maxAttachments' | 'maxAttachmentSize' | 'maxTotalSize' | 'allowedTypes'
>;

export type Refusal =
  | { readonly kind: 'rule'; readonly name: string; readonly rule: Rule<File> }
  | { readonly kind: 'tooMany' | 'tooMuch' | 'there'; readonly name: string };

export interface Sifted {
  readonly files: readonly File[];
  readonly refusals: readonly Refusal[];
}

const isSame = (left: File) => (right: File) =>
  left.name === right.name && left.size === right.size && left.lastModified === right.lastModified;

const sizeOf = (files: readonly File[]): number => files.reduce((total, { size }) => total + size, 0);

/** `existing` plus the acceptable files of `added`, in order; rejected ones with their reason. */
export function checkFiles(existing: readonly File[], added: readonly File[], limits: FileLimits, locale: string): Sifted {
  const rules: readonly Rule<File>[] = [fileType(limits.allowedTypes), fileSize(limits.maxAttachmentSize, locale)];
  const files = [...existing];
  const refusals: Refusal[] = [];
  for (const file of added) {
    const rule = broken(rules, file);
    const { name } = file;
    if (files.some(isSame(file))) refusals.push({ kind: 'there', name });
    else if (rule) refusals.push({ kind: 'rule', name, rule });
    else if (files.length >= limits.maxAttachments) refusals.push({ kind: 'tooMany', name });
    else if (sizeOf(files) + file.size > limits.maxTotalSize) refusals.push({ kind: 'tooMuch', name });
    else files.push(file);
  }
  return { files, refusals };
}

/** Browsers name pasted images `image.png`; the number distinguishes several. */
export const namedScreenshot = (file: File, number: number): File =>
  file.name === 'image.png' ? new File([file], `screenshot-${String(number)}.png`, { type: file.type }) : file;

/** Sent share (0–1) of each file after `done` of `total` bytes: form fields are sent first, then the files in order. */
export function sentShares(files: readonly File[], done: number, total: number | undefined): readonly number[] {
  let sentBytes = done - Math.max(0, (total ?? 0) - sizeOf(files));
  return files.map(({ size }) => {
    const share = size === 0 ? Number(sentBytes >= 0) : Math.min(1, Math.max(0, sentBytes / size));
    sentBytes -= size;
    return share;
  });
}
