/** The edit screen of a user on the real server, and changes by others meanwhile. */
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { browserTransport } from '@api/client/browserTransport.ts';
import EditUserPage from '@src/features/users/edit/EditUserPage.tsx';
import { paths } from '@src/paths.ts';
import type { TestServer } from '../../support/server.ts';
import { logInAs, type DemoUser } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { openScreen } from './openScreen.tsx';

export const editScreenOf = (site: Pick<TestServer, 'url' | 'database'>) => ({
  open: (userName: string, who: DemoUser = 'subadmin', transport = browserTransport()) =>
    openScreen(site, EditUserPage, paths.usersEdit.pattern, { as: who, at: paths.usersEdit.to({ userName }), transport }),

  person: () => unusedMember(site, { organisation: 'Harbour Mutual' }),

  detailsOf: async (userName: string) => (await logInAs(site, 'subadmin')).ok('Users.User', { userName }),

  async changeElsewhere(userName: string, change: { lastName?: string; title?: string; email?: string }) {
    const admin = await logInAs(site, 'subadmin');
    const { version } = await admin.ok('Users.User', { userName });
    await admin.ok('Users.Patch', { userName, body: { version, ...change } });
  },
});

export const field = (name: string) => screen.findByRole('textbox', { name });

export async function put(user: UserEvent, label: string, text: string) {
  await user.clear(await field(label));
  if (text !== '') await user.paste(text);
}

export const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));
