/** Roles of a user to be created or invited; roles the caller may not grant say why. */
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import type { Self } from '@api/contract/users.shapes.ts';
import { mayGrant } from '@api/contract/users.policy.ts';
import { personOf } from '@api/contract/users.policyInput.ts';
import { useFetchRolesQuery } from '@api/client/roles.api.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { whyBarred } from '../actions/userActions.ts';
import { Loaded } from '@src/ui/Section.tsx';
import { RoleChoices } from './RoleChoices.tsx';

const sortedKey = (roles: readonly string[] | undefined): string | undefined => roles?.toSorted().join();
/** Compares two choices regardless of order. */
const isEqual = (one?: readonly string[], other?: readonly string[]): boolean => sortedKey(one) === sortedKey(other);

interface Props {
  readonly self: Self;
  /** The user has these roles already, so that another choice is a change of roles. */
  readonly areAssigned?: boolean;
}

export function RolesField({ self, areAssigned = false }: Props) {
  const { t } = useTranslation('users');
  const query = useFetchRolesQuery();
  const { input } = useField<readonly string[]>('roles', { isEqual, subscription: { value: true } });
  const actor = personOf(self);
  const barred = areAssigned ? whyBarred(self, 'Roles.SetUser') : null;
  return (
    <Loaded query={{ ...query, currentData: query.data }}>
      {(roles) => (
        <>
          <RoleChoices
            disabled={barred !== null}
            legend={
              <legend>
                <VisuallyHidden>{t('edit.roles.heading')}</VisuallyHidden>
              </legend>
            }
            roles={roles.map(({ roleName, description }) => ({
              roleName,
              description,
              locked: mayGrant(actor, roleName, actor.house) ? undefined : t('reason.Forbidden'),
            }))}
            chosen={(role) => input.value.includes(role)}
            onChange={(role, chosen) => {
              input.onChange(chosen ? [...input.value, role] : input.value.filter((other) => other !== role));
            }}
          />
          {barred && <p className="muted small">{t(`reason.${barred}`)}</p>}
        </>
      )}
    </Loaded>
  );
}
