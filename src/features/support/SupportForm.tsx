/** The support form. A failed or cancelled request keeps the values and files. */
import { useCallback, useState, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemCode } from '@api/client/clientProblem.ts';
import type { BodyOf, ReplyOf } from '@api/contract/index.ts';
import { email } from '@api/contract/rules/email.ts';
import { maxLength } from '@api/contract/rules/length.ts';
import { portfolioName } from '@api/contract/rules/portfolioName.ts';
import { required } from '@api/contract/rules/required.ts';
import { ruleOf } from '@api/contract/rules/rule.ts';
import { typedLine } from '@api/contract/rules/typed.ts';
import { FormDraft, useFormDraft } from '@src/navigation/formDraft.ts';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { emailInput } from '@src/forms/emailInput.ts';
import { FailureInView } from '@src/forms/native/FailureInView.tsx';
import { Form } from '@src/forms/native/Form.tsx';
import { FormSelect, FormTextArea, FormTextField, SubmitButton } from '@src/forms/native/FormFields.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { formFailure } from '@src/forms/submission.ts';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { Button } from '@src/ui/native/Button.tsx';
import { AttachmentsField } from './AttachmentsField.tsx';
import { sentShares } from './attachments.ts';
import { Captcha } from './Captcha.tsx';
import { TechnicalFacts } from './TechnicalFacts.tsx';
import { readTechnical } from './technical.ts';
import { useAttachments } from './useAttachments.ts';
import { usePrefill } from './usePrefill.ts';
import { useSendTicket } from './useSendTicket.ts';

export interface SentTicket {
  readonly ticketNumber: string;
  readonly email: string;
}

interface Props {
  readonly configuration: ReplyOf<'Support.FormConfiguration'>;
  readonly onSent: (ticket: SentTicket) => void;
}

type Body = BodyOf<'Support.CreateTicket'>;
type Urgency = Body['Urgency'];
type Values = Pick<Body, 'Email' | 'IssueDescription' | 'Urgency'> &
  Partial<Record<'Username' | 'CaseIdOrPortfolioName', string>>;

const fields = ['Username', 'Email', 'CaseIdOrPortfolioName', 'Urgency', 'IssueDescription'];
const shortTextRules = [maxLength(255)];
const caseIdRules = [portfolioName];
const emailRules = [required, ruleOf(typedLine, email)];
const issueRules = [required, maxLength(20_000)];

export function SupportForm({ configuration, onSent }: Props) {
  const { t, i18n } = useTranslation('support');
  const prefill = usePrefill(configuration.signedInAs);
  // Keeps its identity: new initial values would reset the form.
  const draft = useFormDraft() as Partial<Values>;
  const [initial] = useState<Values>({ ...prefill, CaseIdOrPortfolioName: '', Urgency: 'Normal', ...draft });
  const { files, refusals, add, remove } = useAttachments(configuration);
  const { send, cancel, progress } = useSendTicket();
  const [token, setToken] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const errorsOf = useSubmitErrors(fields);
  const siteKey = configuration.recaptchaSiteKey;

  /** A reCAPTCHA token is valid for one request. */
  const resetCaptcha = useCallback(() => {
    setToken(undefined);
    setAttempt((count) => count + 1);
  }, []);

  const submit = async (values: Values) => {
    if (siteKey !== null && token === undefined) return formFailure(t('captcha.missing'));
    const body: Body = {
      ...values,
      Email: values.Email.trim(),
      ...readTechnical(i18n.language),
      ...(token !== undefined && { RecaptchaToken: token }),
    };
    const sent = await send({ body, attachments: files });
    if (sent.kind === 'sent') {
      onSent({ ticketNumber: sent.ticketNumber, email: body.Email });
      return undefined;
    }
    resetCaptcha();
    if (sent.kind === 'cancelled') return formFailure(t(sent.wasComplete ? 'cancelledLate' : 'cancelled'));
    const problem = problemOf(sent.error);
    return problemCode(problem) === 'RecaptchaFailed' && problem.kind === 'problem'
      ? formFailure(problem.body.message)
      : errorsOf(problem);
  };

  const pasteFiles = (event: ClipboardEvent) => {
    const { files: pasted } = event.clipboardData;
    // Copied text may include an image of itself: paste it as text.
    if (pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    add([...pasted]);
  };

  const choices = (configuration.urgencies as readonly Urgency[]).map((value) => ({ value, label: t(`urgencies.${value}`) }));
  return (
    <div onPaste={pasteFiles}>
      <Form<Values> initialValues={initial} onSubmit={submit}>
        <FormDraft fields={fields} />
        <FailureInView>{t('kept')}</FailureInView>
        <UnsavedChangesGuard />
        <FormTextField
          name="Username"
          label={t('userName')}
          rules={shortTextRules}
          hint={t('optional')}
          autoComplete="username"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
        />
        <FormTextField name="Email" label={t('email')} rules={emailRules} {...emailInput} autoComplete="email" />
        <FormTextField
          name="CaseIdOrPortfolioName"
          label={t('caseId')}
          rules={caseIdRules}
          hint={t('optional')}
          autoComplete="off"
        />
        <FormSelect name="Urgency" label={t('urgency')} choices={choices} />
        <FormTextArea
          name="IssueDescription"
          label={t('issue')}
          nameInMessages={t('issueInMessages')}
          rules={issueRules}
          rows={6}
        />
        <AttachmentsField
          files={files}
          refusals={refusals}
          limits={configuration}
          sentShares={progress && sentShares(files, progress.done, progress.total)}
          onAdd={add}
          onRemove={remove}
        />
        <TechnicalFacts />
        {siteKey !== null && <Captcha key={attempt} siteKey={siteKey} onToken={setToken} />}
        <SubmitButton>{t('send')}</SubmitButton>
        <WrongFields />
        {progress && <Sending share={progress.total ? progress.done / progress.total : undefined} onCancel={cancel} />}
      </Form>
    </div>
  );
}

function Sending({ share, onCancel }: { readonly share: number | undefined; readonly onCancel: () => void }) {
  const { t } = useTranslation(['support', 'common']);
  return (
    <div className="with-end">
      <progress aria-label={t('sending')} {...(share !== undefined && { value: share })} max={1} />
      <Button onClick={onCancel}>{t('common:cancel')}</Button>
    </div>
  );
}
