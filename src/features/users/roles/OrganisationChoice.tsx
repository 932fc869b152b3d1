/** Choice of one organisation or all. */
import { useTranslation } from 'react-i18next';
import { SearchSelect } from '../fields/SearchSelect.tsx';
import type { OrganisationFinder } from './useOrganisationFinder.ts';
import './roles.css';

interface Props {
  readonly finder: OrganisationFinder;
  /** Its id; empty: all. */
  readonly value: string;
  readonly onChange: (publicId: string) => void;
}

export function OrganisationChoice({ finder: { found, chosen, isLoading, onType }, value, onChange }: Props) {
  const { t } = useTranslation('users');
  // Keeps the chosen one in the list if the search does not find it.
  const isFound = found.some(({ publicId }) => publicId === chosen?.publicId);
  const organisations = chosen && !isFound ? [chosen, ...found] : found;
  return (
    <div className="list-choice">
      <SearchSelect
        label={t('column.organisation')}
        value={value}
        choices={[
          { value: '', label: t('rolesPage.everywhere') },
          ...organisations.map(({ publicId, organisationName }) => ({ value: publicId, label: organisationName })),
        ]}
        loading={isLoading}
        onType={onType}
        onChange={onChange}
      />
    </div>
  );
}
