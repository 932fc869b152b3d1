/** Cleans typed, pasted and imported text of what users neither see nor mean, before browser and server apply the rules. */

/** Characters that Unicode tells programs not to show, among them all controls of direction. Mail and chat programs copy them along. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * A joiner between letters that are not ASCII is part of the spelling of a Persian or Indic domain: without it, the address would
 * silently become that of another domain.
 */
const invisibleInLine =
  /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}|[\u200C\u200D](?![^\0-\x7f])|(?<![^\0-\x7f])[\u200C\u200D]/gu;

export const withoutInvisible = (text: string): string => text.replace(invisible, '');

/** A name to log in with, or an address. */
export const typedLine = (text: string): string => text.replace(invisibleInLine, '').trim();

/** A person's name: every blank is the space that it looks like. Invisible characters stay, because the rule of names refuses them. */
export const typedName = (text: string): string => text.replace(/[\t\p{Zs}]/gu, ' ').trim();

/** Characters that keyboards and programs write for an apostrophe; `'` is the plain one. */
const apostrophes = /[’‘‛´`′ʼʻʹˈ＇]/gu;

export const plainApostrophes = (text: string): string => text.replace(apostrophes, "'");
