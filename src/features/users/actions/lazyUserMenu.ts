/** The menu of a user, loaded when it is first opened; its phrases are those of the list. */
import { lazyPart } from '@src/ui/lazyPart.tsx';

export const UserMenu = lazyPart(async () => {
  const { UserMenu: component } = await import(/* webpackChunkName: "user-menu" */ './UserMenu.tsx');
  return { default: component };
});
