/** Times in the audit report: 24-hour in German, 12-hour in English, with seconds. */
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { useExactTime } from '@src/features/audit/useExactTime.ts';
import { startI18n } from '@src/i18n/setup.ts';

test.each([
  ['en-US', /5:05:09 PM$/, /12:05:09 AM$/],
  ['en-GB', /0?5:05:09 pm$/, /12:05:09 am$/],
  ['en-IN', /0?5:05:09 pm$/, /12:05:09 am$/],
  ['de', /17:05:09$/, /00:05:09$/],
] as const)('in %s', async (locale, afternoon, midnight) => {
  const i18n = await startI18n(locale, 'Gatehouse');
  const { result } = renderHook(() => useExactTime(), {
    wrapper: ({ children }: { readonly children: ReactNode }) => <I18nextProvider i18n={i18n}>{children}</I18nextProvider>,
  });
  const at = (hour: number) => result.current(new Date(2026, 10, 21, hour, 5, 9).toISOString()).replace(/\u202f/g, ' ');
  expect(at(17)).toMatch(afternoon);
  expect(at(0)).toMatch(midnight);
});
