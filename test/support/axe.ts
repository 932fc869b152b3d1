/** Asks axe what a page, as it stands now, does wrong by WCAG 2.2 A and AA. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'puppeteer';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** One line per violation and element; empty when there is nothing to mend. `contrast: false` where the tokens' test shows it. */
export async function axeViolations(
  page: Page,
  within: ElementContext = 'html',
  { contrast = true }: { readonly contrast?: boolean } = {},
): Promise<string[]> {
  // Run by the debugger, so that the page's security policy stays as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const results = (await page.evaluate(
    (context, how) =>
      (window as unknown as { axe: { run(context: unknown, options: unknown): Promise<unknown> } }).axe.run(context, how),
    within as never,
    { ...options, rules: { 'color-contrast': { enabled: contrast } } } as never,
  )) as AxeResults;
  return results.violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} — ${node.target.join(' ')}`));
}
