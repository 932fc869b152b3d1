/** A user name of the organisation, searched by any part of a name or address. */
import { AutoComplete } from 'antd';
import { displayName } from '@api/contract/displayName.ts';
import { isolatedList } from '@api/contract/isolated.ts';
import { useFetchUsersPageQuery } from '@api/client/users.api.ts';
import { formControl } from '@src/forms/formControl.tsx';
import { Field } from '@src/ui/Field.tsx';
import type { FieldText } from '@src/ui/fieldText.ts';
import { useDebounced } from '@src/ui/useDebounced.ts';

const MAX_RESULTS = 8;

interface Props extends FieldText {
  readonly name: string;
  readonly value: string;
  readonly onChange: (userName: string) => void;
  readonly required?: boolean;
  readonly organisationPublicId: string;
  readonly autoFocus?: boolean;
}

function PersonName({ label, hint, error, value, required, organisationPublicId, name: _name, ...control }: Props) {
  const people = usePeople(value.trim(), organisationPublicId);
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <AutoComplete
          {...control}
          {...ids}
          aria-required={required}
          value={value}
          defaultActiveFirstOption={false}
          options={people.map((user) => ({
            value: user.userName,
            label: (
              <>
                <span className="cut">{displayName(user)}</span>
                <span className="cut muted small">
                  {user.userName === user.email ? user.email : isolatedList([user.userName, user.email], ' · ')}
                </span>
              </>
            ),
          }))}
        />
      )}
    </Field>
  );
}

export const PersonNameField = formControl(PersonName);

function usePeople(text: string, organisationPublicId: string) {
  const searched = useDebounced(text);
  const { currentData } = useFetchUsersPageQuery(
    {
      search: searched,
      where: [{ field: 'organisation', op: 'in', value: [organisationPublicId] }],
      limit: MAX_RESULTS,
      withTotal: false,
    },
    { skip: searched === '' },
  );
  return text === '' ? [] : (currentData?.rows ?? []);
}
