/** A button that copies says what became of it, in the place where it was clicked. */
import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { startI18n } from '@src/i18n/setup.ts';
import { CopyButton } from '@src/ui/native/CopyButton.tsx';

const writeText = jest.fn<Promise<void>, [string]>();

beforeEach(async () => {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const translations = await startI18n('en-US', 'Gatehouse');
  await translations.loadNamespaces(['common']);
  render(
    <I18nextProvider i18n={translations}>
      <CopyButton text="ABCD-EFGH" />
    </I18nextProvider>,
  );
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
});

test.each([
  ['is on the clipboard', () => Promise.resolve(), 'Copied'],
  ['could not be copied', () => Promise.reject(new DOMException('Denied', 'NotAllowedError')), 'Not copied: select the text'],
])('A text that %s: the button says so', async (_what, answer, label) => {
  writeText.mockImplementation(answer);
  screen.getByRole('button', { name: 'Copy' }).click();
  await screen.findByRole('button', { name: label });
  expect(writeText).toHaveBeenCalledWith('ABCD-EFGH');
});
