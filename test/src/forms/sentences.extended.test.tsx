/** Validation messages are grammatical sentences, also for labels that are questions, imperatives or plurals. */
import { screen } from '@testing-library/react';
import { screens } from '@src/app/routes.tsx';
import type { Locale } from '@api/contract/locale.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPage } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

/** Submits the empty form with `button`. @returns the messages of its fields */
async function fieldErrors({ user }: Awaited<ReturnType<typeof openPage>>, button: string): Promise<string[]> {
  const press = await screen.findByRole('button', { name: button });
  await user.click(press);
  const form = press.closest('form')!;
  const first = await screen.findAllByText(/./, { selector: '[id$="-error"]' });
  return first.filter((error) => form.contains(error)).map((error) => error.textContent);
}

const forms: Record<string, Readonly<Record<Locale & ('en-US' | 'de'), readonly [string, readonly string[]]>>> = {
  '/ContactSupport': {
    'en-US': ['Send', ['Email is required', 'Description is required']],
    de: ['Senden', ['E-Mail ist erforderlich', 'Beschreibung ist erforderlich']],
  },
  '/Users/Invite': {
    'en-US': ['Send invitation', ['At least one email address is required', 'First name is required']],
    de: ['Einladung senden', ['Mindestens eine E-Mail-Adresse ist erforderlich', 'Vorname ist erforderlich']],
  },
  '/SecurityDetails': {
    'en-US': ['Change password', ['Current password is required', 'New password is required', 'The confirmation is required']],
    de: [
      'Passwort ändern',
      ['Aktuelles Passwort ist erforderlich', 'Neues Passwort ist erforderlich', 'Die Bestätigung ist erforderlich'],
    ],
  },
};

const cases = Object.entries(forms).flatMap(([path, locales]) =>
  (['en-US', 'de'] as const).map((locale) => [path, locale, ...locales[locale]] as const),
);

test.each(cases)('%s in %s', async (path, locale, button, sentences) => {
  const page =
    path === '/ContactSupport'
      ? await openPage(site, path, { screens, locale })
      : await openPageAs(site, path === '/Users/Invite' ? 'subadmin' : (await unusedMember(site)).userName, path, { locale });
  expect(await fieldErrors(page, button)).toEqual(sentences);
});
