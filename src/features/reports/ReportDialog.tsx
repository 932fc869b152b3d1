/** Creates or changes a report. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateReportMutation, useReplaceReportMutation } from '@api/client/reports.api.ts';
import type { Report } from '@api/contract/reports.shapes.ts';
import { Form } from '@src/forms/Form.tsx';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { definitionOf, type ReportValues, valuesOf } from './reportForm.ts';
import { ReportFields } from './ReportFields.tsx';

const fields = ['name', 'timeZone'];
const WIDTH_PX = 640;

interface Props {
  /** Values of a new report. */
  readonly initial: ReportValues;
  /** The report that is changed. */
  readonly report?: Report | undefined;
  readonly onClose: () => void;
}

export function ReportDialog({ initial, report, onClose }: Props) {
  const { t } = useTranslation(['audit', 'common']);
  const [create] = useCreateReportMutation();
  const [replace] = useReplaceReportMutation();
  const errorsOf = useSubmitErrors(fields);
  const notify = useNotify();
  // Changes by others meanwhile must not reset the form.
  const [values] = useState(() => (report ? valuesOf(report) : initial));
  const isOwn = report?.own ?? true;

  const submit = async (given: ReportValues) => {
    const body = definitionOf(isOwn ? given : { ...given, every: '', shared: true });
    const { error } = report ? await replace({ reportId: report.reportId, body }) : await create({ body });
    if (error) return errorsOf(error);
    notify('audit:reports.saved', { name: body.name });
    onClose();
    return undefined;
  };
  return (
    <Dialog title={report ? t('reports.form.change') : t('reports.new')} width={WIDTH_PX} onDecline={onClose}>
      <Form<ReportValues> initialValues={values} onSubmit={submit}>
        <UnsavedChangesGuard />
        <ReportFields isOwn={isOwn} />
        <div className="reports-buttons button-row">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('common:save')}</SubmitButton>
          <WrongFields />
        </div>
      </Form>
    </Dialog>
  );
}
