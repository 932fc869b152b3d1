/** Hands existing users over to the directory after a preview, and takes them back. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from 'react-final-form';
import { useDispatch } from 'react-redux';
import { problemCode } from '@api/client/clientProblem.ts';
import { useAdoptUsersMutation, useFetchAdoptPreviewQuery } from '@api/client/directories.api.ts';
import { type AdoptionName, adoptionNames, type AdoptPreview } from '@api/contract/directories.shapes.ts';
import { releaseRequested } from '@store/connections/directory.saga.ts';
import { Form } from '@src/forms/Form.tsx';
import { SubmitButton } from '@src/forms/FormFields.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';
import { ScrollBox } from '@src/ui/ScrollBox.tsx';
import { Loaded } from '@src/ui/Section.tsx';

interface Props {
  readonly organisationPublicId: string;
  readonly managed: number;
  /** Name of the organisation. */
  readonly name: string;
}

interface Values {
  readonly knownBy: AdoptionName;
}

const initial: Values = { knownBy: 'email' };
const fields = Object.keys(initial);

export function AdoptSection({ organisationPublicId, managed, name }: Props) {
  const { t } = useTranslation('provisioning');
  const formats = useFormats();
  const dispatch = useDispatch();
  const notify = useNotify();
  const [adopt] = useAdoptUsersMutation();
  const errorsOf = useSubmitErrors(fields);
  const submit = async ({ knownBy }: Values) => {
    const { data, error } = await adopt({ organisationPublicId, body: { knownBy } });
    if (data) notify('provisioning:adopt.done', { total: formats.number(data.adopted) });
    return error && problemCode(problemOf(error)) !== 'ApprovalNeeded' ? errorsOf(error) : undefined;
  };
  return (
    <>
      <Form<Values> initialValues={initial} onSubmit={submit}>
        <Choice organisationPublicId={organisationPublicId} />
      </Form>
      {managed > 0 && (
        <div className="stack-tight">
          <p className="muted small">{t('release.text')}</p>
          <div className="button-row">
            <Button
              danger
              onClick={() => dispatch(releaseRequested({ organisationPublicId, name, managed: formats.number(managed) }))}
            >
              {t('release.open')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function Choice({ organisationPublicId }: Pick<Props, 'organisationPublicId'>) {
  const { t } = useTranslation('provisioning');
  const { input } = useField<AdoptionName>('knownBy');
  const [isAsked, setAsked] = useState(false);
  const query = useFetchAdoptPreviewQuery(isAsked ? { organisationPublicId, knownBy: input.value } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <>
      <RadioButtons
        label={t('adopt.knownBy')}
        value={input.value}
        choices={adoptionNames.map((value) => ({ value, label: t(`adopt.names.${value}`) }))}
        onChange={input.onChange}
      />
      {isAsked ? (
        <Loaded query={query}>{(preview) => <Preview preview={preview} />}</Loaded>
      ) : (
        <div className="button-row">
          <Button
            onClick={() => {
              setAsked(true);
            }}
          >
            {t('adopt.show')}
          </Button>
        </div>
      )}
    </>
  );
}

function Preview({ preview: { adopted, blocked, people } }: { readonly preview: AdoptPreview }) {
  const { t } = useTranslation('provisioning');
  const formats = useFormats();
  const hidden = adopted + blocked - people.length;
  return (
    <>
      {adopted === 0 && <Alert>{t('adopt.nobody')}</Alert>}
      {people.length > 0 && (
        <ScrollBox label={t('adopt.people')} className="connections-people">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('adopt.person')}</th>
                <th scope="col">{t('adopt.outcome')}</th>
              </tr>
            </thead>
            <tbody>
              {people.map(({ userId, displayName, userName, directoryName, block }) => (
                <tr key={userId}>
                  <th scope="row">
                    {displayName}
                    <p className="muted small">{userName}</p>
                    {directoryName !== userName && (
                      <p className="muted small">{t('adopt.directoryName', { name: directoryName })}</p>
                    )}
                  </th>
                  <td>{block === null ? t('adopt.will') : t(`adopt.block.${block}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {hidden > 0 && <p className="muted small">{t('adopt.hidden', { count: hidden, total: formats.number(hidden) })}</p>}
      {adopted > 0 && (
        <div className="button-row">
          <SubmitButton block={false}>{t('adopt.submit', { count: adopted, total: formats.number(adopted) })}</SubmitButton>
        </div>
      )}
    </>
  );
}
