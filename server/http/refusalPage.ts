/** The page for a browser that navigates and is refused: what is wrong, and a way on. Programs get the JSON error body. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '../../api/contract/locale.ts';
import type { Context } from '../context.ts';
import { renderPage } from './ownPages.ts';
import type { Problem } from './problem.ts';

type Pages = Pick<Context, 'phrases' | 'config'>;

/** Browsers say where a response goes (`Sec-Fetch-Dest`); older ones, and those without TLS, that they take HTML. */
export function isNavigation({ accept = '', 'sec-fetch-dest': destination }: IncomingHttpHeaders): boolean {
  if (destination !== undefined) return ['document', 'iframe', 'frame'].includes(destination);
  return /\btext\/html\b/i.test(accept);
}

/** Statuses with which the same request may succeed later. */
const isTemporary = (status: number): boolean => status === 408 || status === 429 || status === 431 || status >= 500;

/** @param url the address of a request that may be repeated as it is */
export function refusalPage(
  pages: Pages,
  locale: Locale,
  { code, status, message }: Pick<Problem, 'code' | 'status' | 'message'>,
  url?: string,
): { readonly html: string; readonly policy: string } {
  const { PUBLIC_URL } = pages.config;
  const start = code === 'MisdirectedRequest' && PUBLIC_URL !== undefined ? PUBLIC_URL : '/';
  // Two slashes would lead to another site.
  const again = url !== undefined && isTemporary(status) ? [{ href: url.replace(/^[/\\]*/, '/'), key: 'refusedAgain' }] : [];
  return renderPage(pages, locale, {
    heading: { key: 'refused' },
    lines: [{ text: message }],
    links: [...again, { href: start, key: 'refusedStart' }],
  });
}
