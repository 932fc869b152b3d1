/** The choices of a typed command: the action on each user found by the rest of the text, and the actions whose verb it begins. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import type { UserFilter } from '@api/contract/users.page.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { menuOrder } from '../actions/userActions.ts';
import { foldText } from '../list/matches.ts';
import type { Choice } from './choice.ts';
import { actionsBeginning, type CommandKey, isNamed, readCommand, splitReason, type Verb, verb } from './commands.ts';
import { useActionCommand } from './useActionCommand.ts';
import { useOperationCommand } from './useOperationCommand.ts';
import { useRoleCommand } from './useRoleCommand.ts';

interface PaletteCommands {
  /** The part of a name after the verb; undefined if the text is no command. */
  readonly name: string | undefined;
  /** The list's filter for users to whom the command can apply, if there is one. */
  readonly filter: UserFilter | undefined;
  /** Whether it is not yet known if the text is a command. */
  readonly busy: boolean;
  /** Choices for users found by `name`; permitted ones come first. */
  readonly choicesFor: (users: readonly UserSummary[], self: Self, now: number) => readonly Choice[];
  readonly hints: readonly Choice[];
}

const filters: Partial<Record<CommandKey, UserFilter>> = { unlock: 'locked', enable: 'disabled' };

/** @param onText replaces the typed text */
export function usePaletteCommands(text: string, onClose: () => void, onText: (text: string) => void): PaletteCommands {
  const { t } = useTranslation(['users', 'actions']);
  const verbs = useVerbs();
  const reasoned = splitReason(text, t('command.because').split(',').map(foldText));
  const withReason = reasoned && readCommand(reasoned.text, verbs);
  // After another command, the word may be a part of a name.
  const isReasoned = withReason?.key === 'impersonate';
  const typed = isReasoned ? withReason : readCommand(text, verbs);
  const forRole = useRoleCommand(typed?.key === 'giveRole' ? typed.name : undefined);
  const forAction = useActionCommand(isReasoned ? reasoned?.reason : undefined);
  const command = typed && typed.name !== '' ? typed : undefined;
  const forOperation = useOperationCommand(command, onClose);
  const name = command?.key === 'giveRole' ? forRole.name : command?.name;

  return {
    name,
    filter: command && filters[command.key],
    busy: forRole.busy || forOperation.busy,
    choicesFor: (users, self, now) => {
      if (command === undefined || name === undefined) return [];
      const { key } = command;
      const isOnly = users.length === 1;
      const onUsers = users.flatMap((user) => {
        const named = isNamed(name, user);
        const choices = key === 'giveRole' ? forRole.choicesOf(user, self) : forAction(key, user, self, now, named);
        return choices.map(({ choose, ...choice }) => ({
          ...choice,
          choose: (isSeen: boolean) => {
            onClose();
            choose({ isMeant: named || (isSeen && isOnly), isInformed: named && isSeen });
          },
        }));
      });
      return [
        ...forOperation.choicesFor(self),
        ...onUsers.toSorted((one, other) => Number(one.disabled) - Number(other.disabled)),
      ];
    },
    hints: [
      // The text names a role, but not the user.
      ...(command?.key === 'giveRole' && name === undefined ? forRole.roles : []).map(({ roleName, label }) => ({
        key: `role ${roleName}`,
        label,
        choose: () => {
          onText(`${text} ${label}`);
        },
      })),
      ...actionsBeginning(text, verbs).map((key) => ({
        key: `verb ${key}`,
        label: t(`actions:${key}.label`),
        more: t(key === 'giveRole' ? 'palette.roleHint' : 'palette.verb'),
        choose: () => {
          onText(`${t(key === 'giveRole' ? 'actions:giveRole.verb' : `actions:${key}.label`)} `);
        },
      })),
    ],
  };
}

/** The verbs of the menu's actions in the user's language: their labels, and further ones of the phrases. */
function useVerbs(): readonly Verb[] {
  const { t } = useTranslation('actions');
  const { impersonation } = usePageConfig();
  return useMemo(
    () =>
      [...menuOrder, 'giveRole' as const]
        .filter((key) => impersonation || key !== 'impersonate')
        .flatMap((key) => [t(`${key}.label`), ...t(`${key}.verbs`).split(',')].map((phrase) => verb(key, phrase))),
    [t, impersonation],
  );
}
