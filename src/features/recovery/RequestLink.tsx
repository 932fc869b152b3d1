/** Mails a password reset link to the account's address. */
import { useTranslation } from 'react-i18next';
import { useSendResetLinkMutation } from '@api/client/recovery.api.ts';
import { required } from '@api/contract/rules/required.ts';
import { typedLine } from '@api/contract/rules/typed.ts';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { Form } from '@src/forms/native/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/native/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { paths } from '@src/paths.ts';
import { Card } from '@src/ui/native/Card.tsx';
import { Link } from '@src/ui/Link.tsx';
import { SentCard } from './SentCard.tsx';
import { useSentTo } from './useSentTo.ts';
import { RecoveryLinks } from './RecoveryLinks.tsx';

interface Values {
  readonly userNameOrEmail: string;
}

const fields = ['userNameOrEmail'];
const presence = [required];

export function RequestLink() {
  const { t } = useTranslation(['recovery', 'common']);
  const { sentTo, typed, sent, again } = useSentTo();
  const carried = useReturnUrlQuery();
  const [send] = useSendResetLinkMutation();
  const errorsOf = useSubmitErrors(fields);

  const submit = async (values: Values) => {
    const userNameOrEmail = typedLine(values.userNameOrEmail);
    const { error } = await send({ body: { userNameOrEmail } });
    if (error) return errorsOf(error);
    sent(userNameOrEmail);
    return undefined;
  };

  if (sentTo !== undefined) {
    return (
      <SentCard key="sent" title={t('request.title')} again={t('request.again')} onAgain={again}>
        {t('request.sent', { name: sentTo })}
      </SentCard>
    );
  }
  return (
    <Card key="form" title={t('request.title')} heading={t('request.title')} intro={t('request.intro')}>
      <Form<Values> initialValues={{ userNameOrEmail: typed }} onSubmit={submit}>
        <FormTextField
          name="userNameOrEmail"
          label={t('request.name')}
          rules={presence}
          autoComplete="username"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
        />
        <SubmitButton>{t('request.submit')}</SubmitButton>
      </Form>
      <RecoveryLinks>
        <li>
          <Link to={paths.forgottenUsername.to({}, carried)}>{t('request.userName')}</Link>
        </li>
      </RecoveryLinks>
    </Card>
  );
}
