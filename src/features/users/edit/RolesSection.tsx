/** What a person may do: roles to give and to take, what can't be changed and why, and what will change before it does. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ReplyOf } from '@api/contract/index.ts';
import type { Self, UserDetail } from '@api/contract/users.shapes.ts';
import { rolesRequested } from '@store/users/roles.saga.ts';
import { useFetchRoleAdministrationQuery } from '@api/client/roles.api.ts';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/Button.tsx';
import { Link } from '@src/ui/Link.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { isBarred } from '../actions/userActions.ts';
import { RoleChoices } from '../fields/RoleChoices.tsx';
import { Loaded } from '../formPage/Section.tsx';

type Administration = ReplyOf<'UserRoles.Administration'>;
type Wishes = Readonly<Record<string, boolean>>;

export function RolesSection({ user: { userName }, self }: { readonly user: UserDetail; readonly self: Self }) {
  const query = useFetchRoleAdministrationQuery({ userName }, { refetchOnMountOrArgChange: true });
  return (
    <Loaded query={query}>
      {(roles) => <Roles userName={userName} roles={roles} refetch={query.refetch} barred={isBarred(self, 'Roles.SetUser')} />}
    </Loaded>
  );
}

/** Every role once. */
function choicesOf({ assigned, assignable, locked }: Administration) {
  const known = new Map([...assigned, ...assignable].map((role) => [role.roleName, role]));
  const names = [...new Set([...known.keys(), ...locked.map(({ roleName }) => roleName)])];
  return names.map((roleName) => ({
    roleName,
    description: known.get(roleName)?.description,
    locked: locked.find((one) => one.roleName === roleName)?.reason,
  }));
}

const namesOf = ({ assigned }: Administration): readonly string[] => assigned.map(({ roleName }) => roleName);

/** What is wished, on top of what is: the roles that others give meanwhile stay. */
function changed(has: readonly string[], wishes: Wishes) {
  const given = Object.keys(wishes).filter((role) => wishes[role] === true && !has.includes(role));
  const taken = has.filter((role) => wishes[role] === false);
  return { given, taken, roles: [...has.filter((role) => !taken.includes(role)), ...given] };
}

interface Props {
  readonly userName: string;
  readonly roles: Administration;
  readonly refetch: () => PromiseLike<{ readonly data?: Administration | undefined }>;
  /** Whoever acts as somebody else changes no roles. */
  readonly barred: boolean;
}

function Roles({ userName, roles, refetch, barred }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const dispatch = useDispatch();
  const roleNames = useRoleNames();
  const [wishes, setWishes] = useState<Wishes>({});
  const has = namesOf(roles);
  const { given, taken } = changed(has, wishes);
  const isChanged = given.length + taken.length > 0;
  useUnsavedChanges(isChanged);
  // All of it has come true: a later change by others is not to look like a wish.
  if (!isChanged && Object.keys(wishes).length > 0) setWishes({});

  const send = async () => {
    const { data = roles } = await refetch();
    dispatch(rolesRequested({ userName, roles: changed(namesOf(data), wishes).roles }));
  };
  const choices = choicesOf(roles);
  const mayChange = choices.some(({ locked }) => locked === undefined);
  return (
    <>
      <RoleChoices
        legend={
          <legend>
            <VisuallyHidden>{t('users:edit.roles.heading')}</VisuallyHidden>
          </legend>
        }
        roles={choices}
        disabled={barred}
        chosen={(role) => wishes[role] ?? has.includes(role)}
        onChange={(role, chosen) => {
          setWishes({ ...wishes, [role]: chosen });
        }}
      />
      {mayChange && barred && <p className="muted small">{t('users:reason.acting')}</p>}
      {mayChange && !barred && (
        <>
          <div role="status" className="edit-preview">
            {!isChanged && <p className="muted small">{t('users:edit.roles.same')}</p>}
            {given.length > 0 && <p>{t('users:edit.roles.given', { roles: roleNames.list(given) })}</p>}
            {taken.length > 0 && <p>{t('users:edit.roles.taken', { roles: roleNames.list(taken) })}</p>}
          </div>
          <div className="button-row">
            <Button disabled={!isChanged} onClick={() => void send()}>
              {t('users:edit.roles.change')}
            </Button>
            {isChanged && (
              <Button
                kind="quiet"
                onClick={() => {
                  setWishes({});
                }}
              >
                {t('users:edit.discard')}
              </Button>
            )}
          </div>
        </>
      )}
      <p>
        <Link className="link small" to={paths.roles.to()}>
          {t('users:rolesPage.who')}
        </Link>
      </p>
    </>
  );
}
