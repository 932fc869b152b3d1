/** Names as the database compares them: the same rule is `fold` in server/db/migrations/0001_schema/foundation.sql. */
import { plainApostrophes, withoutInvisible } from './typed.ts';

/** Marks that may be left out in writing; not the vowel signs of Indic scripts and the kana's voicing, which spell other words. */
const optionalMarks =
  /[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/gu;

/** Letters that the database's dictionary replaces (ø, ß) stay: two names that it keeps apart are never one here. */
export const folded = (text: string): string =>
  plainApostrophes(withoutInvisible(text)).normalize('NFD').replace(optionalMarks, '').normalize('NFKC').toLowerCase().trim();
