/** Why a file cannot be imported is said in the user's language, with its numbers. */
import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { FileRefusal } from '@src/features/imports/list/FileRefusal.tsx';
import { startI18n } from '@src/i18n/setup.ts';

test.each([
  ['en-US', 'wide.csv has 1,000,001 columns; at most 200 can be read. Remove those that are not needed.'],
  [
    'de',
    'wide.csv enthält 1.000.001 Spalten; höchstens 200 können gelesen werden. Entfernen Sie diejenigen, die nicht gebraucht werden.',
  ],
] as const)('too many columns, in %s', async (locale, text) => {
  const translations = await startI18n(locale, 'Gatehouse');
  await translations.loadNamespaces(['imports', 'common']);
  render(
    <I18nextProvider i18n={translations}>
      <FileRefusal name="wide.csv" why={{ kind: 'tooManyColumns', count: 1_000_001, most: 200 }} />
    </I18nextProvider>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});
