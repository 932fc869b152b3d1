/** Mails the user names that belong to an email address. */
import { useTranslation } from 'react-i18next';
import { useSendUserNamesMutation } from '@api/client/recovery.api.ts';
import { email as emailRule } from '@api/contract/rules/email.ts';
import { required } from '@api/contract/rules/required.ts';
import { ruleOf } from '@api/contract/rules/rule.ts';
import { typedLine } from '@api/contract/rules/typed.ts';
import { emailInput } from '@src/forms/emailInput.ts';
import { Form } from '@src/forms/native/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/native/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { Card } from '@src/ui/native/Card.tsx';
import { SentCard } from './SentCard.tsx';
import { useSentTo } from './useSentTo.ts';
import { RecoveryLinks } from './RecoveryLinks.tsx';

interface Values {
  readonly email: string;
}

const fields = ['email'];
const rules = [required, ruleOf(typedLine, emailRule)];

export default function ForgottenUsernamePage() {
  const { t } = useTranslation(['recovery', 'common']);
  const { sentTo, typed, sent, again } = useSentTo();
  const [send] = useSendUserNamesMutation();
  const errorsOf = useSubmitErrors(fields);

  const submit = async (values: Values) => {
    const email = typedLine(values.email);
    const { error } = await send({ body: { email } });
    if (error) return errorsOf(error);
    sent(email);
    return undefined;
  };

  if (sentTo !== undefined) {
    return (
      <SentCard key="sent" title={t('userName.title')} again={t('userName.again')} onAgain={again}>
        {t('userName.sent', { email: sentTo })}
      </SentCard>
    );
  }
  return (
    <Card key="form" title={t('userName.title')} heading={t('userName.title')} intro={t('userName.intro')}>
      <Form<Values> initialValues={{ email: typed }} onSubmit={submit}>
        <FormTextField name="email" label={t('userName.email')} rules={rules} {...emailInput} autoComplete="email" autoFocus />
        <SubmitButton>{t('userName.submit')}</SubmitButton>
      </Form>
      <RecoveryLinks />
    </Card>
  );
}
