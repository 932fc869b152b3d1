/** The first rows of an import, all or those with one reason. */
import { useTranslation } from 'react-i18next';
import { useFetchImportRowsQuery } from '@api/client/imports.api.ts';
import type { ImportRow } from '@api/contract/imports.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { Loaded } from '@src/ui/Section.tsx';
import { ScrollBox } from '@src/ui/ScrollBox.tsx';
import type { Reason } from './Reasons.tsx';
import { useReasonText } from './useReasonText.ts';

interface Props {
  readonly importId: string;
  readonly only: Reason | undefined;
}

export function Rows({ importId, only }: Props) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const formats = useFormats();
  const query = useFetchImportRowsQuery({ importId, ...(only && { code: only }) }, { refetchOnMountOrArgChange: true });
  const heading = t(only ? 'rows.filtered' : 'rows.heading');
  return (
    <div className="stack-tight">
      <h3>{heading}</h3>
      <Loaded query={query}>
        {({ rows, next }) => (
          <>
            <ScrollBox label={heading} className="imports-rows">
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">{t('rows.line')}</th>
                    <th scope="col">{t('rows.person')}</th>
                    <th scope="col">{t('rows.comesTo')}</th>
                    <th scope="col">{t('rows.says')}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <PersonRow key={row.place} row={row} />
                  ))}
                </tbody>
              </table>
            </ScrollBox>
            {next !== null && <p className="small muted">{t('rows.rest', { total: formats.number(rows.length) })}</p>}
          </>
        )}
      </Loaded>
    </div>
  );
}

function PersonRow({ row }: { readonly row: ImportRow }) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const formats = useFormats();
  const roleNames = useRoleNames();
  const textOf = useReasonText();
  const { line, result, refusal, userName, email, organisation, roles, hasPassword, hasAuthenticator, passkeys, notices } = row;
  const brings = [
    hasPassword && t('rows.password'),
    hasAuthenticator && t('rows.authenticator'),
    passkeys > 0 && t('rows.passkeys', { count: passkeys, total: formats.number(passkeys) }),
  ].filter((each) => each !== false);
  return (
    <tr>
      <td>{formats.number(line)}</td>
      <th scope="row">
        {userName}
        <p className="muted small">{email}</p>
      </th>
      <td>
        <strong>{t(`result.${result}`)}</strong>
        {refusal === null && (
          <>
            <p className="small">{[organisation, roleNames.list(roles)].filter((each) => each !== '').join(' · ')}</p>
            <p className="muted small">{brings.join(', ')}</p>
          </>
        )}
      </td>
      <td>
        {refusal !== null && <p>{textOf(refusal)}</p>}
        {refusal === null && notices.length === 0 && <p className="muted">{t('rows.nothing')}</p>}
        {refusal === null &&
          notices.map(({ code, value }, at) => (
            <p key={at}>
              {textOf(code)}
              {value !== undefined && <span className="muted">: {value}</span>}
            </p>
          ))}
      </td>
    </tr>
  );
}
