/** The separators of a CSV file, each a button; the usual one of the language stands out. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { type CsvDelimiter, csvDelimiters } from '@api/contract/csv.ts';
import { usualDelimiter } from './usualDelimiter.ts';

const nameOf = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;

export default function DelimiterChoice({ onChoose }: { readonly onChoose: (delimiter: CsvDelimiter) => void }) {
  const { t, i18n } = useTranslation('users');
  const usual = usualDelimiter(i18n.language);
  return (
    <>
      <p>{t('csv.text')}</p>
      <div className="button-row">
        {csvDelimiters.map((delimiter) => (
          <Button
            key={delimiter}
            type={delimiter === usual ? 'primary' : 'default'}
            onClick={() => {
              onChoose(delimiter);
            }}
          >
            {t(`csv.delimiter.${nameOf[delimiter]}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
