/** What there is to choose in the palette: actions on the person whom the page is about, people found, and pages. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate, useSearchParams } from 'react-router';
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
import { folded, wordsOf } from '../list/matches.ts';
import { addressOf, everybody } from '../view/usersView.ts';
import { useFoundPeople } from './useFoundPeople.ts';
import { usePalettePages } from './usePalettePages.ts';

export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Who else they are, or why it can't be done. */
  readonly more?: string | undefined;
  readonly disabled?: boolean;
  readonly choose: () => void;
}

interface Group {
  readonly heading: string;
  readonly choices: readonly Choice[];
}

/** Whom the page is about: the panel beside the list, or the person who is edited. */
function usePersonHere(): UserSummary | undefined {
  const edited = useMatch(paths.usersEdit.pattern)?.params.userName;
  const listed = useMatch(paths.usersList.pattern);
  const [query] = useSearchParams();
  const userName = edited ?? (listed ? query.get('user') : null) ?? '';
  return useFetchUserQuery({ userName }, { skip: userName === '' }).currentData;
}

interface PaletteGroups {
  readonly groups: readonly Group[];
  /** Whether people are searched too: support staff find pages only. */
  readonly findsPeople: boolean;
  readonly busy: boolean;
  readonly failed: boolean;
}

/** What the palette offers for `text`: of one person, or everything. */
export function usePaletteGroups(
  text: string,
  person: UserSummary | undefined,
  onClose: () => void,
  onPerson: (person: UserSummary) => void,
): PaletteGroups {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const perform = useUserActions();
  const reachable = useRouteExists();
  const { impersonation } = usePageConfig();
  const { data: self } = useFetchSelfQuery();
  const here = usePersonHere();
  const pages = usePalettePages(self);
  const findsPeople = self !== undefined && isAdmin(self);
  const { people, busy, failed } = useFoundPeople(person || !findsPeople ? '' : text);
  const [now] = useState(Date.now);
  const words = wordsOf(text);
  const fits = ({ label }: { readonly label: string }) => words.every((word) => folded(label).includes(word));
  const go = (to: string) => () => {
    onClose();
    void navigate(to);
  };
  const deeds = (user: UserSummary): Group => ({
    heading: t('palette.actionsFor', { name: nameOf(user) || user.userName }),
    choices: [
      ...(self ? actionsFor(self, user, now, impersonation) : [])
        .filter(({ key }) => key !== 'recoveryCode' && reachable(screenOf(key, user) ?? paths.usersList.to()))
        .map(({ key, reason }) => ({
          key,
          label: t(`action.${key}`),
          more: reason === null ? undefined : t(`reason.${reason}`),
          disabled: reason !== null,
          choose: () => {
            onClose();
            perform(key, user);
          },
        })),
      { key: 'list', label: t('palette.list'), choose: go(addressOf({ ...everybody, search: user.userName }, user.userName)) },
    ].filter(fits),
  });
  const groups = person
    ? [deeds(person)]
    : [
        ...(here ? [deeds(here)] : []),
        {
          heading: t('palette.people'),
          choices: people.map((user) => ({
            key: user.userId,
            label: nameOf(user) || user.userName,
            more: [user.userName, user.email, user.organisation.organisationName].join(' · '),
            choose: () => {
              onPerson(user);
            },
          })),
        },
        {
          heading: t('palette.pages'),
          choices: pages.filter(fits).map(({ label, to }) => ({ key: to, label, choose: go(to) })),
        },
      ];
  return { groups: groups.filter(({ choices }) => choices.length > 0), findsPeople, busy, failed };
}
