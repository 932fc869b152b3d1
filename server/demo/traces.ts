/** Addresses and browsers of the demo's users. The addresses are reserved for documentation. */
import { between, pick, hash } from './random.ts';

const SALT = 500;

const networks = ['192.0.2', '198.51.100', '203.0.113'];

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];

export function addressOf(index: number): string {
  if (hash(SALT, index) % 5 === 0)
    return `2001:db8:${(hash(SALT, index, 1) % 0xffff).toString(16)}::${(1 + (index % 0xfffe)).toString(16)}`;
  return `${pick(networks, SALT, index, 2)}.${String(between(1, 254, SALT, index, 3))}`;
}

export const browserOf = (index: number): string => pick(browsers, SALT, index, 4);
