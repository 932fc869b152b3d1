/** The users an import would change, with each field before and after. */
import { Tag } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '@store/imports/import.slice.ts';
import { type Choices, type ImportField, importFields } from '@store/imports/importRows.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { Change } from '@src/ui/Change.tsx';
import { useFirstRows } from './Outcomes.tsx';

type PlannedChange = Plan['changes'][number];

interface Props {
  readonly rows: readonly PlannedChange[];
  /** Users who are not in the file. */
  readonly notInFile: ReadonlySet<PlannedChange>;
  readonly choices: Choices;
}

/** Colours of tags, whose text says the same. */
const tagColours = { created: 'success', updated: 'processing', disabled: 'error' } as const satisfies Record<
  PlannedChange['kind'],
  string
>;

export function Changes({ rows, notInFile, choices: { organisations } }: Props) {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const roleNames = useRoleNames();
  const { first, more } = useFirstRows(rows);
  const names = useMemo(() => new Map(organisations.map(({ value, label }) => [value, label])), [organisations]);
  const formatValue = (value: unknown): string => {
    if (typeof value === 'boolean') return t(`enabled.${value ? 'yes' : 'no'}`);
    // Roles are the only list-valued field.
    const text = Array.isArray(value) ? roleNames.list(value.map(String)) : typeof value === 'string' ? value : '';
    return (names.get(text) ?? text) || '–';
  };
  const fieldsOf = ({ fields }: PlannedChange): readonly ImportField[] => importFields.filter((field) => field in fields);
  return (
    <>
      <table className="table import-changes">
        <thead>
          <tr>
            <th scope="col">{t('field.userName')}</th>
            <th scope="col">{t('change')}</th>
          </tr>
        </thead>
        <tbody>
          {first.map((row) => (
            <tr key={row.userName}>
              <td>
                <span>{row.userName}</span> <Tag color={tagColours[row.kind]}>{t(`kind.${row.kind}`)}</Tag>
              </td>
              <td>
                {notInFile.has(row) ? (
                  t('notInFile')
                ) : (
                  <dl>
                    {fieldsOf(row).map((field) => (
                      <div key={field}>
                        <dt className="muted">{t(`field.${field}`)}</dt>
                        <dd>
                          <Change
                            from={row.kind === 'created' ? undefined : formatValue(row.fields[field]?.from)}
                            to={formatValue(row.fields[field]?.to)}
                          />
                        </dd>
                      </div>
                    ))}
                  </dl>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more && <div>{more}</div>}
    </>
  );
}
