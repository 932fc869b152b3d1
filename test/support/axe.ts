/** Runs axe on a page: WCAG 2.2 A and AA, and best practices. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'puppeteer';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Preloading style sheets would serve other rules only.
  preload: false,
};

/** One line per violation and element. `contrast: false` where tokens.test.ts already covers the colours. */
export async function axeViolations(
  page: Page,
  within: ElementContext = 'html',
  { contrast = true }: { readonly contrast?: boolean } = {},
): Promise<string[]> {
  // Evaluated through the debugger, which the page's Content-Security-Policy does not block.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const results = (await page.evaluate(
    (context, runOptions) =>
      (window as unknown as { axe: { run(context: unknown, options: unknown): Promise<unknown> } }).axe.run(context, runOptions),
    within as never,
    { ...options, rules: { 'color-contrast': { enabled: contrast } } } as never,
  )) as AxeResults;
  const violations = results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${help} — ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
  return [...violations, ...(await page.evaluate(spokenIcons))];
}

/** Icons of antd that are not hidden: a screen reader reads their English names, in any language. Runs in the page. */
function spokenIcons(): string[] {
  return [...document.querySelectorAll('.anticon[aria-label]')]
    .filter((icon) => icon.closest('[aria-hidden="true"]') === null && icon.checkVisibility({ visibilityProperty: true }))
    .map((icon) => {
      const parent = icon.parentElement;
      return `the icon “${icon.ariaLabel ?? ''}” is read in ${parent?.localName ?? ''}.${parent?.className ?? ''}`;
    });
}
