/** The support form is prefilled with the user's case: a phrase for it, and its reference. */
import { screen } from '@testing-library/react';
import { screens } from '@src/app/routes.tsx';
import { bufferErrors } from '@src/errors/errorReporting.ts';
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';
import { paths } from '@src/paths.ts';
import { useServer } from '../../support/useServer.ts';
import { openPage } from '../openPage.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const description = () => screen.findByLabelText(/^What happened\?/);

test('from a page that broke, with the reference of its error', async () => {
  bufferErrors(parsePageConfig(null));
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('a fault of the screen');
  };
  const { user } = await openPage(site, paths.loginHelp.to(), {
    screens: [
      ...screens.filter(({ path }) => path !== paths.loginHelp),
      { path: paths.loginHelp, access: 'open', load: () => Promise.resolve({ default: Broken }) },
    ],
  });
  const { textContent: reference } = await screen.findByText(/^[0-9A-F]{8}$/);
  await user.click(screen.getByRole('link', { name: 'Contact support' }));
  expect(await description()).toHaveValue(`A page did not work for me. Reference number: ${reference}`);
});

test.each([
  ['about=login&reference=L-20261121-101533', "I can't log in. Reference number: L-20261121-101533"],
  ['about=authenticator', "I can't log in, because I can't use my authenticator."],
  ['about=invitation', 'I would like to have a new invitation.'],
  ['reference=7F3A09BC', 'Reference number: 7F3A09BC'],
  ['about=fault&reference=Call+0800+now', 'A page did not work for me.'],
  ['about=constructor&reference=%3Cb%3E', ''],
])('from a link with %s', async (query, text) => {
  await openPage(site, `/ContactSupport?${query}`, { screens });
  expect(await description()).toHaveValue(text);
});

test('in German', async () => {
  await openPage(site, '/ContactSupport?about=fault&reference=7F3A09BC', { screens, locale: 'de' });
  expect(await screen.findByLabelText(/^Was ist passiert\?|^Was/)).toHaveValue(
    'Eine Seite hat bei mir nicht funktioniert. Referenznummer: 7F3A09BC',
  );
});
