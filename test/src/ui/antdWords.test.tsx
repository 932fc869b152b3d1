/** antd's own words are in the user's language, also those that only screen readers read. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Empty } from 'antd';
import english from 'antd/es/locale/en_US.js';
import { I18nextProvider } from 'react-i18next';
import type { Locale } from '@api/contract/locale.ts';
import { startI18n } from '@src/i18n/setup.ts';
import { AntdProvider } from '@src/shell/AntdProvider.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';

async function renderIn(locale: Locale) {
  const translations = await startI18n(locale, 'Gatehouse');
  const ui = (
    <I18nextProvider i18n={translations}>
      <AntdProvider>
        <input aria-label="Typed" />
        {/* A choice without options shows it. */}
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />
        <Dialog title="3" onDecline={() => undefined}>
          4
        </Dialog>
      </AntdProvider>
    </I18nextProvider>
  );
  return { translations, ...render(ui) };
}

const title = () => document.querySelector('svg title')?.textContent;

test.each([
  ['en-US', 'No data'],
  ['en-GB', 'No data'],
  ['de', 'Keine Daten'],
] as const)('%s: an empty list is read as “%s”', async (locale, words) => {
  await renderIn(locale);
  await waitFor(() => expect(title()).toBe(words));
});

test('a change of the language changes them', async () => {
  const { translations } = await renderIn('de');
  await waitFor(() => expect(title()).toBe('Keine Daten'));
  await translations.changeLanguage('en-US');
  await waitFor(() => expect(title()).toBe(english.Empty?.description));
});

test('what was typed before they have arrived stays', async () => {
  await renderIn('de');
  const field = screen.getByRole('textbox', { name: 'Typed' });
  fireEvent.change(field, { target: { value: 'half a sen' } });
  await waitFor(() => expect(title()).toBe('Keine Daten'));
  expect(screen.getByRole('textbox', { name: 'Typed' })).toBe(field);
  expect(field).toHaveValue('half a sen');
});
