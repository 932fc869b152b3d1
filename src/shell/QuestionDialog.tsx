/** Dialog of a question asked by a saga: what will happen, to which user, and the reason for the audit. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { isBlank, required } from '@api/contract/rules/required.ts';
import { questionAnswered, type Question } from '@store/notices/questions.slice.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormCheckbox, FormTextArea } from '@src/forms/FormFields.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { useMessages } from './useMessage.ts';

interface Answer {
  readonly reason: string;
  readonly extra: boolean;
}

const unanswered: Answer = { reason: '', extra: false };
const requiredReason = [required];

export function QuestionDialog({ question }: { readonly question: Question }) {
  const { id, title, body, confirm, danger, reason, extra } = question;
  const { t } = useTranslation(['session', 'common']);
  const dispatch = useDispatch();
  const [heading = '', text, yes, more] = useMessages([title, body, confirm, ...(extra ? [extra] : [])]);
  const decline = () => {
    dispatch(questionAnswered({ id, confirmed: false }));
  };
  const accept = (answer: Answer) => {
    dispatch(
      questionAnswered({
        id,
        confirmed: true,
        ...(!isBlank(answer.reason) && { reason: answer.reason.trim() }),
        ...(extra && { extra: answer.extra }),
      }),
    );
    return Promise.resolve(undefined);
  };

  return (
    <Dialog title={heading} onDecline={decline}>
      <p>{text}</p>
      <Form<Answer> initialValues={unanswered} onSubmit={accept}>
        {reason !== 'none' && (
          <FormTextArea
            name="reason"
            label={t('reason')}
            autoFocus
            maxLength={500}
            rules={reason === 'required' ? requiredReason : undefined}
          />
        )}
        {extra && <FormCheckbox name="extra" label={more ?? ''} />}
        <div className="button-row">
          <Button onClick={decline} autoFocus={danger && reason === 'none'}>
            {t('common:cancel')}
          </Button>
          <Button htmlType="submit" type="primary" danger={danger} autoFocus={!danger && reason === 'none'}>
            {yes}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
