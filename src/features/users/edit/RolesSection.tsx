/** Gives and takes a user's roles; shows locked ones with the reason, and a preview of the change. */
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useField, useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { displayName } from '@api/contract/displayName.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import type { Self, UserDetail } from '@api/contract/users.shapes.ts';
import { rolesRequested } from '@store/users/roles.saga.ts';
import { useFetchRoleAdministrationQuery } from '@api/client/roles.api.ts';
import { Form } from '@src/forms/Form.tsx';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { type BarredReason, whyBarred } from '../actions/userActions.ts';
import { RoleChoices } from '../fields/RoleChoices.tsx';
import { Loaded } from '@src/ui/Section.tsx';

type Administration = ReplyOf<'UserRoles.Administration'>;
type RoleChanges = Readonly<Record<string, boolean>>;

export function RolesSection({ user, self }: { readonly user: UserDetail; readonly self: Self }) {
  const { userName } = user;
  const query = useFetchRoleAdministrationQuery({ userName }, { refetchOnMountOrArgChange: true });
  return (
    <Loaded query={query}>
      {(roles) => <Roles user={user} roles={roles} refetch={query.refetch} barred={whyBarred(self, 'Roles.SetUser')} />}
    </Loaded>
  );
}

/** Lists every role once. */
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

/** Applies only the changes, so that roles given by others meanwhile stay. */
function diffRoles(current: readonly string[], changes: RoleChanges) {
  const given = Object.keys(changes).filter((role) => changes[role] === true && !current.includes(role));
  const taken = current.filter((role) => changes[role] === false);
  return { given, taken, roles: [...current.filter((role) => !taken.includes(role)), ...given] };
}

interface Props {
  readonly user: UserDetail;
  readonly roles: Administration;
  readonly refetch: () => PromiseLike<{ readonly data?: Administration | undefined }>;
  /** Roles cannot be changed while impersonating. */
  readonly barred: BarredReason | null;
}

interface Values {
  readonly changes: RoleChanges;
}

const unchanged: Values = { changes: {} };

function Roles(props: Props) {
  const { user, roles, refetch } = props;
  const { userName } = user;
  const name = displayName(user);
  const dispatch = useDispatch();
  const send = async ({ changes }: Values) => {
    const { data = roles } = await refetch();
    dispatch(rolesRequested({ userName, name, roles: diffRoles(namesOf(data), changes).roles }));
    return undefined;
  };
  return (
    <Form<Values> initialValues={unchanged} onSubmit={send}>
      <RoleFields {...props} />
    </Form>
  );
}

function RoleFields({ roles, barred }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const roleNames = useRoleNames();
  const form = useForm();
  const {
    input: { value: changes, onChange },
    meta: { dirty = false },
  } = useField<RoleChanges>('changes');
  // Nothing is said of a change before there was one.
  const [isTouched, setTouched] = useState(false);
  const current = namesOf(roles);
  const { given, taken } = diffRoles(current, changes);
  const isChanged = given.length + taken.length > 0;
  useUnsavedChanges(isChanged);
  useEffect(() => {
    // All changes are applied: forget them, so that later changes by others do not reappear as edits.
    if (dirty && !isChanged) form.reset();
  }, [form, dirty, isChanged]);

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
        disabled={barred !== null}
        chosen={(role) => changes[role] ?? current.includes(role)}
        onChange={(role, chosen) => {
          setTouched(true);
          onChange({ ...changes, [role]: chosen });
        }}
      />
      {mayChange && barred && <p className="muted small">{t(`users:reason.${barred}`)}</p>}
      {mayChange && !barred && (
        <>
          {isTouched && (
            <Alert>
              {!isChanged && <p>{t('users:edit.roles.same')}</p>}
              {given.length > 0 && <p>{t('users:edit.roles.given', { roles: roleNames.list(given) })}</p>}
              {taken.length > 0 && <p>{t('users:edit.roles.taken', { roles: roleNames.list(taken) })}</p>}
            </Alert>
          )}
          <div className="button-row">
            <Button htmlType="submit" disabled={!isChanged}>
              {t('users:edit.roles.change')}
            </Button>
            {isChanged && (
              <Button
                type="link"
                onClick={() => {
                  form.reset();
                }}
              >
                {t('users:edit.discard')}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}
