/**
 * Makes the identity provider the only way to log in: its prerequisites, the accounts for emergencies, and the users who would be
 * shut out.
 */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchRequirementQuery } from '@api/client/identityProviders.api.ts';
import type { Requirement } from '@api/contract/identityProviders.shapes.ts';
import { requirementRequested } from '@store/connections/provider.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { ScrollBox } from '@src/ui/ScrollBox.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { BreakGlass } from './BreakGlass.tsx';
import { rereadOnFocus } from '../queryOptions.ts';

const MIN_TESTED = 2;

interface Props {
  readonly organisationPublicId: string;
  /** Name of the organisation. */
  readonly name: string;
}

export function RequiredSection({ organisationPublicId, name }: Props) {
  const query = useFetchRequirementQuery({ organisationPublicId }, rereadOnFocus);
  return (
    <Loaded query={query}>
      {(requirement) => <Rule organisationPublicId={organisationPublicId} name={name} requirement={requirement} />}
    </Loaded>
  );
}

function Rule({ organisationPublicId, name, requirement }: Props & { readonly requirement: Requirement }) {
  const { t } = useTranslation('federation');
  const formats = useFormats();
  const dispatch = useDispatch();
  const { required, hasLogin, breakGlass, shutOut, sessions, keys } = requirement;
  const isTwoTested = breakGlass.filter(({ tested }) => tested).length >= MIN_TESTED;
  const ask = () =>
    dispatch(requirementRequested({ organisationPublicId, name, required: !required, shutOut: formats.number(shutOut) }));
  return (
    <>
      <Alert severity={required ? 'success' : 'info'}>{t(required ? 'required.on' : 'required.off')}</Alert>
      <div className="stack-tight">
        <h4>{t('required.needs')}</h4>
        <ul className="stack-tight">
          <Need label={t('required.hasLogin')} isDone={hasLogin} />
          <Need label={t('required.twoTested')} isDone={isTwoTested} />
        </ul>
      </div>
      <div className="stack-tight">
        <h4>{t('required.breakGlass')}</h4>
        <BreakGlass organisationPublicId={organisationPublicId} accounts={breakGlass} />
      </div>
      {!required && (
        <>
          <ShutOut requirement={requirement} />
          <p>
            {t('required.sessions', { count: sessions, total: formats.number(sessions) })}{' '}
            {keys > 0 && t('required.keys', { count: keys, total: formats.number(keys) })}
          </p>
        </>
      )}
      <div className="button-row">
        <Button danger disabled={!required && !(hasLogin && isTwoTested)} onClick={ask}>
          {t(required ? 'required.free' : 'required.require')}
        </Button>
      </div>
    </>
  );
}

function Need({ label, isDone }: { readonly label: string; readonly isDone: boolean }) {
  const { t } = useTranslation('federation');
  return (
    <li className="row">
      <span className="grow">{label}</span>{' '}
      <span className={`state tone-${isDone ? 'success' : 'warning'}`}>{t(isDone ? 'required.done' : 'required.open')}</span>
    </li>
  );
}

function ShutOut({ requirement: { shutOut, people } }: { readonly requirement: Requirement }) {
  const { t } = useTranslation('federation');
  const formats = useFormats();
  if (shutOut === 0) return <p>{t('required.shutOutNobody')}</p>;
  const hidden = shutOut - people.length;
  return (
    <>
      <p>
        <strong>{t('required.shutOut', { count: shutOut, total: formats.number(shutOut) })}</strong>
      </p>
      <ScrollBox label={t('required.people')} className="connections-list">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('required.person')}</th>
              <th scope="col">{t('required.why')}</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ userId, displayName, userName, reason }) => (
              <tr key={userId}>
                <th scope="row">
                  {displayName}
                  <p className="muted small">{userName}</p>
                </th>
                <td>{t(`required.reason.${reason}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {hidden > 0 && <p className="muted small">{t('required.hidden', { count: hidden, total: formats.number(hidden) })}</p>}
    </>
  );
}
