/** Renders one screen for a demo user on the real server; navigating elsewhere shows the new address only. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router';
import type { Transport } from '@api/client/transport.ts';
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';
import { PageConfigContext } from '@src/pageConfig/pageConfigContext.ts';
import { LeaveBlocker } from '@src/shell/LeaveBlocker.tsx';
import Dialogs from '@src/shell/Dialogs.tsx';
import type { Locale } from '@api/contract/locale.ts';
import { startI18n } from '@src/i18n/setup.ts';
import { openStoreAs } from '../../store/storeWithServer.ts';
import type { DemoUser } from '../../support/logInAs.ts';

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{decodeURIComponent(pathname + search)}</output>;
}

export const addressIs = (text: string) =>
  waitFor(() => expect(screen.getByLabelText('address')).toHaveProperty('textContent', text));

function Frame() {
  return (
    <>
      <Outlet />
      <Address />
      <LeaveBlocker waits={false} />
      <Dialogs />
    </>
  );
}

interface Options {
  readonly as?: DemoUser;
  readonly at: string;
  readonly transport?: Transport;
  readonly locale?: Locale;
}

export async function openScreen(
  site: { readonly url: string },
  Screen: ComponentType,
  pattern: string,
  { as = 'subadmin', at, transport, locale = 'en-US' }: Options,
) {
  const { store } = await openStoreAs(site, as, transport ? { transport } : {});
  const translations = await startI18n(locale, 'Gatehouse');
  await translations.loadNamespaces(['users', 'session', 'audit']);
  const children = [
    { path: pattern, Component: Screen },
    { path: '*', element: null },
  ];
  const router = createMemoryRouter([{ Component: Frame, children }], { initialEntries: [at] });
  render(
    <PageConfigContext value={parsePageConfig(null)}>
      <I18nextProvider i18n={translations}>
        <Provider store={store}>
          <RouterProvider router={router} />
        </Provider>
      </I18nextProvider>
    </PageConfigContext>,
  );
  return { user: userEvent.setup(), store };
}
