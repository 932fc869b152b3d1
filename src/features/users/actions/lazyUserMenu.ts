/** The menu of a user, loaded with the words of the actions in idle time, or when it is first opened. */
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { lazyPart } from '@src/ui/lazyPart.tsx';

export const UserMenu = lazyPart(
  withPhrases(['actions'], async () => {
    const { UserMenu: component } = await import(/* webpackChunkName: "user-menu" */ './UserMenu.tsx');
    return { default: component };
  }),
);
