/** Layout of a page about one user: back button, heading, sections. */
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGoBack } from '@src/navigation/useGoBack.ts';
import { PageHeading } from '@src/ui/PageHeading.tsx';

interface Props {
  readonly title: string;
  /** Title of the tab, which names the user; default: the heading. */
  readonly tabTitle?: string | undefined;
  /** Shown below the heading. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

export function FormPage({ title, tabTitle = title, lead, children }: Props) {
  const { t } = useTranslation('common');
  const goBack = useGoBack();
  return (
    <div className="page form-page">
      <header className="form-page-head">
        <div className="small-buttons">
          <Button type="link" className="flush-start" icon={<LeftOutlined aria-hidden />} onClick={goBack}>
            {t('back')}
          </Button>
        </div>
        <PageHeading title={tabTitle}>{title}</PageHeading>
        {lead}
      </header>
      {children}
    </div>
  );
}
