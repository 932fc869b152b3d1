/** Building blocks of the shapes. They validate and never transform: handlers get what was sent. */
import { z } from 'zod';
import { broken, type Rule } from './rules/rule.ts';
import { notText } from './rules/text.ts';

/** Text that obeys `rules`; a broken rule is reported by its code, which the server translates. */
export const text = (...rules: readonly Rule[]) =>
  z.string().superRefine((value, context) => {
    const rule = broken([notText, ...rules], value);
    if (rule) context.addIssue({ code: 'custom', message: rule.code, params: { code: rule.code, values: rule.values } });
  });

export const id = z.uuid();
/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
export const count = z.int().nonnegative();
/** Input to be compared with a known value: limited in length only. */
export const claimed = z.string().min(1).max(1024);
/** An opaque token of a mailed link. */
export const linkToken = z.string().min(1).max(200);

export const UserReference = z.object({ userName: z.string(), displayName: z.string() });
export type UserReference = z.infer<typeof UserReference>;
