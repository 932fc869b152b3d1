/** The first views on a slow line: how soon the log-in form is seen and the first people can be read, beside a bare React form; the pages take turns. */
import type { Browser } from 'puppeteer';
import { bareForm } from './bareForm.ts';
import { GRID, openCold, type Opened, ROWS } from './browser.ts';
import { median, ms } from './figures.ts';
import { ROUNDS } from './rate.ts';
import { atMost, noted, type Row } from './table.ts';

const field = { form: 'form input' };
/** React chooses an option without the attribute that the server wrote: once it has drawn the form, that does everything. */
const whole = { ...field, works: 'body:not(:has(option[selected])) form input' };
const rows = { rows: ROWS, grid: GRID };

export const share = (value: number): string => value.toFixed(3);

/** @param browser in which an administrator is logged in */
export async function measureFirstViews(browser: Browser, url: string): Promise<Row[]> {
  const form = await bareForm();
  const stranger = await browser.createBrowserContext();
  const visits = {
    bare: () => openCold(browser, form.url, field, { slow: true }),
    list: () => openCold(browser, `${url}/Users/List`, rows, { slow: true }),
    login: () => openCold(stranger, `${url}/Login/Gatehouse`, field, { slow: true }),
    loginOnPhone: () => openCold(stranger, `${url}/Login/Gatehouse`, whole, { slow: true, onPhone: true }),
    listOnPhone: () => openCold(browser, `${url}/Users/List`, rows, { slow: true, onPhone: true }),
  };
  type Name = keyof typeof visits;
  const opened: Record<Name, Opened[]> = { bare: [], list: [], login: [], loginOnPhone: [], listOnPhone: [] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, visit] of Object.entries(visits)) {
        const one = await visit();
        opened[name as Name].push(one);
        await one.page.close();
      }
    }
  } finally {
    form.close();
    await stranger.close();
  }
  const seen = (name: Name, part: string) => median(opened[name].map((page) => page.seen[part] ?? NaN));
  const of = (name: Name, key: 'moved' | 'painted' | 'blocked' | 'requests') => median(opened[name].map((page) => page[key]));
  const base = seen('bare', 'form');
  const times = (value: number) => `${value.toFixed(1)} × (${ms(value * base)})`;
  const beside = (what: string, value: number, most: number): Row => ({
    ...atMost(what, value / base, most, times),
    budget: `≤ ${most.toFixed(1)} ×`,
  });
  return [
    noted('a bare React form, slow 4G', ms(base)),
    beside('the login form is there', seen('login', 'form'), 0.6),
    beside('first rows of the list', seen('list', 'rows'), 2),
    beside('the grid in their place', seen('list', 'grid'), 4.5),
    atMost('the list moves by itself meanwhile (CLS)', of('list', 'moved'), 0.02, share),
    atMost('… on a phone', of('listOnPhone', 'moved'), 0.02, share),
    atMost('the login form on a phone, slow 4G: painted (LCP)', of('loginOnPhone', 'painted'), 1800, ms),
    atMost('… kept busy since (TBT)', of('loginOnPhone', 'blocked'), 150, ms),
    atMost('… moves by itself (CLS)', of('loginOnPhone', 'moved'), 0, share),
    atMost('… requests until it does everything', of('loginOnPhone', 'requests'), 6, String),
  ];
}
