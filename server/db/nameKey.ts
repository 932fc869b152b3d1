/** How user names and e-mail addresses are compared, everywhere: without regard to case, Unicode form and spelling of the domain. */
import { mailbox } from './mailbox.ts';

/** Capitals of a Turkish keyboard: user names and local parts are ASCII, so neither letter can mean another one. */
const turkishI = /[İı]/gu;

/** Equal to what the database generates as `user_name_key` and `email_key` from the stored form. */
export const nameKey = (name: string): string => {
  const text = mailbox(name).normalize('NFKC');
  const at = text.lastIndexOf('@');
  const local = at < 0 ? text : text.slice(0, at);
  return (local.replace(turkishI, 'i') + text.slice(local.length)).toLowerCase();
};
