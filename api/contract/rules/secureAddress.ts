/** Address of an application: https, or http on this machine; without userinfo, which would disguise the host, and fragment. */
import type { Rule } from './rule.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const MAX_LENGTH = 1000;

export const secureAddress: Rule = {
  code: 'secureAddress',
  holds(text) {
    // Refuses what a parser would write in another way, and wildcards: the address is compared and followed as it is.
    if (text.length > MAX_LENGTH || !URL.canParse(text) || /[\s#*\\]|^[a-z]+:\/\/[^/]*@/i.test(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  },
};
