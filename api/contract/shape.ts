/** The bricks every noun's shapes are made of. They check and never transform: what a caller sent is what a handler reads. */
import { z } from 'zod';
import { broken, type Rule } from './rules/rule.ts';
import { notText } from './rules/text.ts';

/** Text that obeys `rules`; a broken rule travels as its code, which the server turns into a phrase. */
export const text = (...rules: readonly Rule[]) =>
  z.string().superRefine((value, context) => {
    const rule = broken([notText, ...rules], value);
    if (rule) context.addIssue({ code: 'custom', message: rule.code, params: { code: rule.code, values: rule.values } });
  });

export const id = z.uuid();
/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
export const count = z.int().nonnegative();
/** What a person typed to be checked against something known: bounded, otherwise not judged. */
export const claimed = z.string().min(1).max(1024);
/** An opaque link token as mails carry it. */
export const linkToken = z.string().min(1).max(200);

export const UserReference = z.object({ userName: z.string(), displayName: z.string() });
