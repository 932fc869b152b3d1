/** The palette's choices: actions on the page's user, typed commands, found users, and pages. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate, useSearchParams } from 'react-router';
import { isolatedList } from '@api/contract/isolated.ts';
import { useFetchUserQuery } from '@api/client/users.api.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { isAdmin } from '@api/contract/person.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { paths } from '@src/paths.ts';
import { useRouteExists } from '@src/ui/routeExists.ts';
import { actionsFor, screenOf } from '../actions/userActions.ts';
import { useUserActions } from '../actions/useUserActions.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { foldText, searchWords } from '../list/matches.ts';
import { addressOf, allUsersView } from '../view/usersView.ts';
import { useTicketSearch } from './useTicketSearch.ts';
import { useUserSearch } from './useUserSearch.ts';
import type { Choice } from './choice.ts';
import { usePaletteCommands } from './usePaletteCommands.ts';
import { usePalettePages } from './usePalettePages.ts';

interface Group {
  readonly heading: string;
  readonly choices: readonly Choice[];
}

/** The user the page is about: of the drawer or the edit page. */
function usePageUser(): UserSummary | undefined {
  const edited = useMatch(paths.usersEdit.pattern)?.params.userName;
  const listed = useMatch(paths.usersList.pattern);
  const [query] = useSearchParams();
  const userName = edited ?? (listed ? query.get('user') : null) ?? '';
  return useFetchUserQuery({ userName }, { skip: userName === '' }).currentData;
}

interface PaletteGroups {
  readonly groups: readonly Group[];
  /** False for support staff, who find pages only. */
  readonly findsUsers: boolean;
  readonly busy: boolean;
  readonly failed: boolean;
  /** For a failed search. */
  readonly tryAgain: () => void;
  /** The text is an action and a part of a name. */
  readonly isCommand: boolean;
  /** The command on the only user found. */
  readonly command: Choice | undefined;
}

/** The choices for `text`: actions on `person`, or everything. @param onText replaces the text */
export function usePaletteGroups(
  text: string,
  person: UserSummary | undefined,
  onClose: () => void,
  onPerson: (person: UserSummary) => void,
  onText: (text: string) => void,
): PaletteGroups {
  const { t } = useTranslation(['users', 'actions']);
  const navigate = useNavigate();
  const perform = useUserActions();
  const routeExists = useRouteExists();
  const { impersonation } = usePageConfig();
  const { data: self } = useFetchSelfQuery();
  const pageUser = usePageUser();
  const pages = usePalettePages(self);
  const findsUsers = self !== undefined && isAdmin(self);
  const isForAll = !person && findsUsers;
  const { name, filter, choicesFor, hints, busy: isReading } = usePaletteCommands(isForAll ? text : '', onClose, onText);
  const { users, busy: isSearching, failed, tryAgain } = useUserSearch(isForAll ? (name ?? text) : '', filter);
  const { tickets, busy: isFindingTickets } = useTicketSearch(person ? '' : text, self);
  const isFindingUsers = isReading || isSearching;
  const [now] = useState(Date.now);
  const words = searchWords(text);
  const fits = ({ label }: { readonly label: string }) => words.every((word) => foldText(label).includes(word));
  const go = (to: string) => () => {
    onClose();
    void navigate(to);
  };
  const actionGroup = (user: UserSummary): Group => ({
    heading: t('palette.actionsFor', { name: nameOf(user) || user.userName }),
    choices: [
      ...(self ? actionsFor(self, user, now, impersonation) : [])
        .filter(({ key }) => key !== 'recoveryCode' && routeExists(screenOf(key, user) ?? paths.usersList.to()))
        .map(({ key, reason }) => ({
          key,
          label: t(`actions:${key}.label`),
          more: reason === null ? undefined : t(`reason.${reason}`),
          disabled: reason !== null,
          choose: () => {
            onClose();
            perform(key, user);
          },
        })),
      { key: 'list', label: t('palette.list'), choose: go(addressOf({ ...allUsersView, search: user.userName }, user.userName)) },
    ].filter(fits),
  });
  // Users found for an earlier text would be others.
  const commands = self && !isFindingUsers && !failed ? choicesFor(users, self, now) : [];
  const groups = person
    ? [actionGroup(person)]
    : [
        ...(pageUser ? [actionGroup(pageUser)] : []),
        { heading: t('palette.commands'), choices: [...commands, ...hints] },
        {
          heading: t('palette.people'),
          choices: (name === undefined ? users : []).map((user) => ({
            key: user.userId,
            label: nameOf(user) || user.userName,
            more: isolatedList([user.userName, user.email, user.organisation.organisationName], ' · '),
            choose: () => {
              onPerson(user);
            },
          })),
        },
        {
          heading: t('palette.tickets'),
          choices: tickets.map(({ ticketNumber, from, excerpt }) => ({
            key: ticketNumber,
            label: ticketNumber,
            more: isolatedList([from.user?.displayName ?? from.email, excerpt.slice(0, 60)], ' · '),
            choose: go(paths.tickets.to({}, { ticket: ticketNumber })),
          })),
        },
        {
          heading: t('palette.pages'),
          choices: pages.filter(fits).map(({ label, to }) => ({ key: to, label, choose: go(to) })),
        },
      ];
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    findsUsers,
    busy: isFindingUsers || isFindingTickets,
    failed,
    tryAgain,
    isCommand: isReading || name !== undefined,
    command: commands.length === 1 ? commands[0] : undefined,
  };
}
