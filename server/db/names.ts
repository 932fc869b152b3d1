/**
 * User names and e-mail addresses: the one form that is stored and shown, and the key by which they are compared, everywhere. The
 * domain of an address is in Unicode, whichever of its two spellings (RFC 5890) was typed: browsers give scripts the A-label of what
 * people typed into a field of type `email`.
 */
import { domainToASCII, domainToUnicode } from 'node:url';
import { email } from '../../api/contract/rules/email.ts';
import { typedLine } from '../../api/contract/rules/typed.ts';

/** Matches domains that can be spelled in one way only. */
const plainDomain = /^(?!.*xn--)[\0-\x7f]*$/i;
/** Characters that a host's parser would take for the end of the host, or decode. */
const noDomain = /[\0-,/:-@[-`{-\x7f]/;

/** An A-label whose Unicode form no address may have (an emoji, a joiner) is kept. */
function unicodeDomain(domain: string): string {
  if (plainDomain.test(domain) || noDomain.test(domain)) return domain;
  const ascii = domainToASCII(domain);
  const unicode = domainToUnicode(ascii);
  const isSafe = email.holds(`x@${unicode}`) && domainToASCII(unicode) === ascii;
  return isSafe ? unicode : ascii || domain;
}

/** The stored form of an address as typed; other text (a user name) only loses invisible characters. */
export function mailbox(text: string): string {
  const typed = typedLine(text);
  const at = typed.lastIndexOf('@') + 1;
  return at === 0 ? typed : typed.slice(0, at) + unicodeDomain(typed.slice(at));
}

/** Capital letters of a Turkish keyboard: user names and local parts are ASCII, so neither letter can mean another one. */
const turkishI = /[İı]/gu;

/**
 * The key of a name, without regard to case, Unicode form and spelling of the domain. Equal to what the database generates as
 * `user_name_key` and `email_key` from the stored form.
 */
export const nameKey = (name: string): string => {
  const text = mailbox(name).normalize('NFKC');
  const at = text.lastIndexOf('@');
  const local = at < 0 ? text : text.slice(0, at);
  return (local.replace(turkishI, 'i') + text.slice(local.length)).toLowerCase();
};
