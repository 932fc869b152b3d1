/** First views on slow 4G: time to the login form and to the first rows, relative to a bare React form. The pages alternate. */
import type { Browser } from 'puppeteer';
import { bareForm } from './bareForm.ts';
import { GRID_ROW_LINK, openCold, type OpenedPage, FIRST_ROW_LINK } from './browser.ts';
import { median, ms } from './statistics.ts';
import { ROUNDS } from './rate.ts';
import { atMost, unbudgeted, type ResultRow } from './resultTable.ts';

const field = { form: 'form input' };
/**
 * Selectors that match once the form is hydrated: the server marks the chosen option with `selected`, React renders it without the
 * attribute.
 */
const hydratedField = { ...field, works: 'body:not(:has(option[selected])) form input' };
const rows = { rows: FIRST_ROW_LINK, grid: GRID_ROW_LINK };

export const fraction = (value: number): string => value.toFixed(3);

/** @param browser with an administrator's session */
export async function measureFirstViews(browser: Browser, url: string): Promise<ResultRow[]> {
  const form = await bareForm();
  const anonymous = await browser.createBrowserContext();
  const visits = {
    bare: () => openCold(browser, form.url, field, { slow: true }),
    list: () => openCold(browser, `${url}/Users/List`, rows, { slow: true }),
    login: () => openCold(anonymous, `${url}/Login/Gatehouse`, field, { slow: true }),
    loginOnPhone: () => openCold(anonymous, `${url}/Login/Gatehouse`, hydratedField, { slow: true, onPhone: true }),
    listOnPhone: () => openCold(browser, `${url}/Users/List`, rows, { slow: true, onPhone: true }),
  };
  type Name = keyof typeof visits;
  const opened: Record<Name, OpenedPage[]> = { bare: [], list: [], login: [], loginOnPhone: [], listOnPhone: [] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, visit] of Object.entries(visits)) {
        const opening = await visit();
        opened[name as Name].push(opening);
        await opening.page.close();
      }
    }
  } finally {
    form.close();
    await anonymous.close();
  }
  const seenMs = (name: Name, part: string) => median(opened[name].map((page) => page.seenMs[part] ?? NaN));
  const medianOf = (name: Name, key: 'layoutShift' | 'largestPaintMs' | 'blockedMs' | 'requests') =>
    median(opened[name].map((page) => page[key]));
  const baseMs = seenMs('bare', 'form');
  const times = (value: number) => `${value.toFixed(1)} × (${ms(value * baseMs)})`;
  const relativeToForm = (what: string, value: number, most: number): ResultRow => ({
    ...atMost(what, value / baseMs, most, times),
    budget: `≤ ${most.toFixed(1)} ×`,
  });
  return [
    unbudgeted('a bare React form, slow 4G', ms(baseMs)),
    relativeToForm('the login form is there', seenMs('login', 'form'), 0.6),
    relativeToForm('first rows of the list', seenMs('list', 'rows'), 2),
    relativeToForm('the grid in their place', seenMs('list', 'grid'), 4.8),
    atMost('… requests until then', medianOf('list', 'requests'), 14, String),
    atMost('the list moves by itself meanwhile (CLS)', medianOf('list', 'layoutShift'), 0.02, fraction),
    atMost('… on a phone', medianOf('listOnPhone', 'layoutShift'), 0.02, fraction),
    atMost('the login form on a phone, slow 4G: painted (LCP)', medianOf('loginOnPhone', 'largestPaintMs'), 1800, ms),
    atMost('… kept busy since (TBT)', medianOf('loginOnPhone', 'blockedMs'), 150, ms),
    atMost('… moves by itself (CLS)', medianOf('loginOnPhone', 'layoutShift'), 0, fraction),
    atMost('… requests until it does everything', medianOf('loginOnPhone', 'requests'), 6, String),
  ];
}
