/** Which files may go along: by type, by size, by number and altogether. The server judges the content besides. */
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

/** `there` and those of `added` that may join them, in order; what may not is named with its reason. */
export function sift(there: readonly File[], added: readonly File[], limits: FileLimits, locale: string): Sifted {
  const rules: readonly Rule<File>[] = [fileType(limits.allowedTypes), fileSize(limits.maxAttachmentSize, locale)];
  const files = [...there];
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

/** What browsers call a picture from the clipboard; the number tells several apart. */
export const namedScreenshot = (file: File, number: number): File =>
  file.name === 'image.png' ? new File([file], `screenshot-${String(number)}.png`, { type: file.type }) : file;

/** How much of each file is gone, from 0 to 1, when `done` of `total` bytes are: the fields travel first, then file after file. */
export function shares(files: readonly File[], done: number, total: number | undefined): readonly number[] {
  let gone = done - Math.max(0, (total ?? 0) - sizeOf(files));
  return files.map(({ size }) => {
    const share = size === 0 ? Number(gone >= 0) : Math.min(1, Math.max(0, gone / size));
    gone -= size;
    return share;
  });
}
