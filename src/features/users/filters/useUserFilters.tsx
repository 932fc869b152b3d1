/** The filters of the users list as tokens, from the conditions in its address. */
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { DORMANT_DAYS, type UserFilter } from '@api/contract/users.page.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { useOrganisationChoices, useRoleChoices } from '../../../choices/useChoices.ts';
import type { Formats } from '@src/i18n/formats.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import type { FilterPhrases, FilterTokensProps, TokenFilter } from '@src/ui/filterTokens/filterTypes.ts';
import { type ConditionField, conditionsOn, lastLogins, mfaStates, statuses, withConditions } from '../view/conditions.ts';
import type { UsersView } from '../view/usersView.ts';
import type { TypedField } from './ConditionFields.tsx';

const FilterForm = lazyPart(() => import(/* webpackChunkName: "user-tools" */ './FilterForm.tsx'), { inPlace: true });

type ListCondition = Extract<UserCondition, { op: 'in' }>;

/** Filters in the order of the menu. */
const listed = ['status', 'mfa', 'lastLoginAt', 'roles', 'organisation', 'managedBy'] as const;
const typed = ['createdAt', 'userName', 'name', 'email', 'owner'] as const satisfies readonly TypedField[];

/** Filters of the server that count the users of an option. */
const countedAs: Readonly<Record<string, UserFilter>> = {
  'status active': 'active',
  'status disabled': 'disabled',
  'status locked': 'locked',
  'status invited': 'invited',
  'status inviteExpired': 'inviteExpired',
  'mfa missing': 'mfaMissing',
  'lastLoginAt dormant': 'dormant',
};

const valuesOf = (conditions: readonly UserCondition[]): readonly string[] =>
  conditions.flatMap((condition) => (condition.op === 'in' ? condition.value : condition.op));

function conditionText(condition: UserCondition, formats: Formats, t: TFunction<'users'>): string {
  switch (condition.op) {
    case 'in':
      return '';
    case 'never':
      return t('never');
    case 'dormant':
      return t('filter.dormant', { days: DORMANT_DAYS });
    case 'before':
    case 'after':
      return t(`filters.token.${condition.op}`, { day: formats.date(condition.value, 'short') });
    default:
      return t(`filters.token.${condition.op}`, { text: condition.value });
  }
}

interface Wanted {
  readonly self: Self | null;
  readonly view: UsersView;
  /** Counts of the shown view; undefined until loaded. */
  readonly counts: Readonly<Record<UserFilter, number>> | undefined;
  readonly onView: (change: (latest: UsersView) => UsersView) => void;
}

export function useUserFilters({ self, view, counts, onView }: Wanted): FilterTokensProps {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const roleNames = useRoleNames();
  const [isOpened, setOpened] = useState(false);
  const { where, filter: tab } = view;
  const isSystem = self !== null && isSystemAdmin(self);
  const roles = useRoleChoices(isOpened);
  const organisations = useOrganisationChoices(isSystem && (isOpened || conditionsOn(where, 'organisation').length > 0));

  const change = (field: ConditionField, conditions: readonly UserCondition[]) => {
    onView((latest) => ({ ...latest, where: withConditions(latest.where, field, conditions) }));
  };
  // A filter that is set does not tell the counts of its other options, and a tab does not tell any.
  const countOf = (field: ConditionField, value: string) => {
    const filter = countedAs[`${field} ${value}`];
    return filter && tab === 'all' && conditionsOn(where, field).length === 0 ? counts?.[filter] : undefined;
  };
  const optionsOf = (field: (typeof listed)[number]) => {
    switch (field) {
      case 'status':
        return statuses.map((value) => ({ value, label: t(`filter.${value}`), count: countOf(field, value) }));
      case 'mfa':
        return mfaStates.map((value) => ({ value, label: t(`mfa.${value}`), count: countOf(field, value) }));
      case 'lastLoginAt':
        return lastLogins.map((value) => ({
          value,
          label: value === 'never' ? t('never') : t('filter.dormant', { days: DORMANT_DAYS }),
          count: countOf(field, value),
        }));
      case 'roles':
        return roles?.map(({ value }) => ({ value, label: roleNames.of(value) }));
      case 'organisation':
        return organisations;
      case 'managedBy':
        return [
          { value: 'SCIM', label: t('managedBy.directory') },
          { value: '', label: t('managedBy.nobody') },
        ];
    }
  };
  const formOf = (field: TypedField) => (close: () => void) => (
    <FilterForm
      field={field}
      conditions={conditionsOn(where, field).filter(({ op }) => op !== 'never' && op !== 'dormant')}
      onApply={(conditions) => {
        change(field, conditions);
        close();
      }}
    />
  );
  const textOf = (conditions: readonly UserCondition[]) =>
    conditions.map((condition) => conditionText(condition, formats, t)).join(', ');

  const filters: readonly TokenFilter[] = [
    ...listed
      .filter((field) => field !== 'organisation' || isSystem)
      .map((field): TokenFilter => {
        const conditions = conditionsOn(where, field);
        const chosen = valuesOf(conditions);
        const options = optionsOf(field);
        const filter = { key: field, label: t(`column.${field}`), chosen, options };
        // Role names can be shown without the list of roles.
        if (field === 'roles') return { ...filter, text: chosen.map((role) => roleNames.of(role)).join(', ') };
        if (field !== 'lastLoginAt') return filter;
        return { ...filter, text: textOf(conditions), single: true, form: formOf(field), formLabel: t('filters.days') };
      }),
    ...typed.map((field): TokenFilter => {
      const conditions = conditionsOn(where, field);
      return {
        key: field,
        label: t(`column.${field}`),
        chosen: valuesOf(conditions),
        text: textOf(conditions),
        form: formOf(field),
      };
    }),
  ];
  const phrases: FilterPhrases = {
    label: t('filters.label'),
    add: t('filters.add'),
    clear: t('filters.clear'),
    remove: (token) => t('filters.removeToken', { token }),
    find: t('filters.find'),
    nothing: t('filters.nothing'),
    loading: t('filters.loading'),
    more: (count) => t('filters.more', { count }),
  };
  return {
    filters,
    phrases,
    onChange: (key, values) => {
      const field = key as ConditionField;
      if (field === 'lastLoginAt') {
        change(
          field,
          lastLogins.filter((op) => values.includes(op)).map((op) => ({ field, op })),
        );
        // The values are from the typed lists above; a token's key loses their type.
      } else change(field, values.length > 0 ? [{ field, op: 'in', value: [...values] } as ListCondition] : []);
    },
    onClear: () => {
      onView((latest) => ({ ...latest, where: [] }));
    },
    onOpen: () => {
      setOpened(true);
    },
  };
}
