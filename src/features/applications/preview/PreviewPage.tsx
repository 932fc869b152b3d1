/** Shows what an application would receive for a user, without logging anybody in. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useLazyFetchApplicationPreviewQuery } from '@api/client/applications.api.ts';
import { problemCode } from '@api/client/clientProblem.ts';
import type { Application } from '@api/contract/applications.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { useOwnUserName } from '@src/session/useOwnAccount.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { Loaded, Section } from '@src/ui/Section.tsx';
import { ApplicationFrame, MissingApplication } from '../ApplicationFrame.tsx';
import { useApplication } from '../useApplication.ts';

interface Shown extends ReplyOf<'Applications.Preview'> {
  readonly userName: string;
}

const rules = [required];
const fields = ['userName'];

export default function PreviewPage() {
  const { t } = useTranslation('applications');
  const { applicationId = '' } = useParams();
  const { currentData, ...query } = useApplication(applicationId);
  return (
    <ApplicationFrame title={t('preview.title')} applicationId={applicationId}>
      <Loaded query={{ ...query, currentData: currentData && { application: currentData } }}>
        {({ application }) => (application === 'missing' ? <MissingApplication /> : <Preview application={application} />)}
      </Loaded>
    </ApplicationFrame>
  );
}

function Preview({ application: { applicationId, kind, displayName: name } }: { readonly application: Application }) {
  const { t } = useTranslation('applications');
  const ownUserName = useOwnUserName();
  const [initial] = useState({ userName: ownUserName });
  const [fetch] = useLazyFetchApplicationPreviewQuery();
  const [shown, setShown] = useState<Shown>();
  const errorsOf = useSubmitErrors(fields);
  const show = async ({ userName: typed }: { readonly userName: string }) => {
    const userName = typed.trim();
    const { data, error } = await fetch({ applicationId, userName });
    setShown(data && { ...data, userName });
    if (data) return undefined;
    return problemCode(problemOf(error)) === 'NotFound' ? { userName: t('preview.unknown') } : errorsOf(error);
  };
  return (
    <div className="form-page-sections">
      <Section heading={name} intro={t('preview.intro', { name })}>
        <Form initialValues={initial} onSubmit={show}>
          <FormTextField
            name="userName"
            label={t('preview.userName')}
            rules={rules}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <div>
            <SubmitButton block={false}>{t('preview.submit')}</SubmitButton>
          </div>
        </Form>
        {shown && <Claims shown={shown} kind={kind} name={name} />}
      </Section>
    </div>
  );
}

interface ClaimsProps {
  readonly shown: Shown;
  readonly kind: Application['kind'];
  /** Name of the application. */
  readonly name: string;
}

function Claims({ shown: { userName: user, mayEnter, claims }, kind, name }: ClaimsProps) {
  const { t } = useTranslation('applications');
  return (
    <>
      <Alert severity={mayEnter ? 'success' : 'warning'}>
        {t(mayEnter ? 'preview.mayEnter' : 'preview.mayNotEnter', { user, name })}
      </Alert>
      <section aria-label={t(kind === 'guarded' ? 'preview.headers' : 'preview.claims', { user })}>
        <Facts
          items={Object.entries(claims).map(([claim, value]) => ({
            label: <code className="mono small">{claim}</code>,
            children: <code className="mono small">{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
          }))}
        />
      </section>
      {kind === 'openid' && <p className="muted small">{t('preview.more')}</p>}
    </>
  );
}
