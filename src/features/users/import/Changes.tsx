/** The users an import would change, with each field before and after. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '@store/users/import/import.slice.ts';
import { type Choices, type ImportField, importFields } from '@store/users/import/importRows.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { useFirstRows } from './Outcomes.tsx';

type Change = Plan['changes'][number];

interface Props {
  readonly rows: readonly Change[];
  /** Users who are not in the file. */
  readonly notInFile: ReadonlySet<Change>;
  readonly choices: Choices;
}

export function Changes({ rows, notInFile, choices: { organisations } }: Props) {
  const { t } = useTranslation('import');
  const roleNames = useRoleNames();
  const { first, more } = useFirstRows(rows);
  const names = useMemo(() => new Map(organisations.map(({ value, label }) => [value, label])), [organisations]);
  const formatValue = (value: unknown): string => {
    if (typeof value === 'boolean') return t(`enabled.${value ? 'yes' : 'no'}`);
    // Roles are the only list-valued field.
    const text = Array.isArray(value) ? roleNames.list(value.map(String)) : typeof value === 'string' ? value : '';
    return (names.get(text) ?? text) || '–';
  };
  const fieldsOf = ({ fields }: Change): readonly ImportField[] => importFields.filter((field) => field in fields);
  return (
    <>
      <table className="import-table import-changes">
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
                <span className="import-name">{row.userName}</span>
                <span className={`import-kind import-${row.kind}`}>{t(`kind.${row.kind}`)}</span>
              </td>
              <td>
                {notInFile.has(row) ? (
                  t('notInFile')
                ) : (
                  <dl>
                    {fieldsOf(row).map((field) => (
                      <div key={field}>
                        <dt>{t(`field.${field}`)}</dt>
                        <dd>
                          {row.kind !== 'created' && (
                            <>
                              <del>{formatValue(row.fields[field]?.from)}</del> <span aria-hidden="true">→</span>{' '}
                            </>
                          )}
                          <ins>{formatValue(row.fields[field]?.to)}</ins>
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
