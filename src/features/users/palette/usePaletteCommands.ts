/** What a typed command offers: the action on each user found by the rest of the text, and the actions whose verb it begins. */
import { useTranslation } from 'react-i18next';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { paths } from '@src/paths.ts';
import { useRouteExists } from '@src/ui/routeExists.ts';
import { actionOn, screenOf } from '../actions/userActions.ts';
import { useUserActions } from '../actions/useUserActions.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import type { Choice } from './choice.ts';
import { actionsBeginning, readCommand } from './commands.ts';
import { useVerbs } from './useVerbs.ts';

interface PaletteCommands {
  /** The part of a name after the verb; undefined if the text is no command. */
  readonly name: string | undefined;
  /** For users found by `name`; what is allowed comes first. */
  readonly choicesFor: (users: readonly UserSummary[], self: Self, now: number) => readonly Choice[];
  readonly hints: readonly Choice[];
}

/** @param onText replaces the typed text */
export function usePaletteCommands(text: string, onClose: () => void, onText: (text: string) => void): PaletteCommands {
  const { t } = useTranslation('users');
  const perform = useUserActions();
  const routeExists = useRouteExists();
  const verbs = useVerbs();
  const typed = readCommand(text, verbs);
  const command = typed && typed.name !== '' ? typed : undefined;
  return {
    name: command?.name,
    choicesFor: (users, self, now) =>
      command === undefined
        ? []
        : users
            .filter((user) => routeExists(screenOf(command.key, user) ?? paths.usersList.to()))
            .map((user) => {
              const { key, reason } = actionOn(command.key, self, user, now);
              const name = nameOf(user);
              return {
                key: `${key} ${user.userId}`,
                label: t(`command.${command.key}.of`, { user: name === '' ? user.userName : `${name} (${user.userName})` }),
                more: reason === null ? user.organisation.organisationName : t(`reason.${reason}`),
                disabled: reason !== null,
                choose: () => {
                  onClose();
                  perform(key, user);
                },
              };
            })
            .toSorted((one, other) => Number(one.disabled) - Number(other.disabled)),
    hints: actionsBeginning(text, verbs).map((key) => ({
      key: `verb ${key}`,
      label: t(`action.${key}`),
      more: t('palette.verb'),
      choose: () => {
        onText(`${t(`action.${key}`)} `);
      },
    })),
  };
}
