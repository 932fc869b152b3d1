/** antd's DatePicker for a day as ISO text, written as usual in the user's language. It is a chunk of its own. */
import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import { DatePicker, type DatePickerProps } from 'antd';
import de from 'antd/es/date-picker/locale/de_DE.js';
import british from 'antd/es/date-picker/locale/en_GB.js';
import american from 'antd/es/date-picker/locale/en_US.js';
import dayjs from 'dayjs';
import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/en-in';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { useTranslation } from 'react-i18next';
import type { Locale } from '@api/contract/locale.ts';
import { localeOf } from '@src/i18n/locale.ts';
import type { ControlIds } from './fieldText.ts';

dayjs.extend(customParseFormat);

const ISO = 'YYYY-MM-DD';
/** Formats that are read in every language: nobody writes a month first with dots, or a day before a year that comes first. */
const UNAMBIGUOUS = [ISO, 'YYYY/M/D', 'YYYY.M.D', 'D.M.YYYY', 'DD.MM.YYYY'];
/** Formats that are read only when the field is left: while a longer year is typed, its first two digits are one too. */
const SHORT_YEARS: Readonly<Record<Locale, string[]>> = {
  'en-US': ['M/D/YY', 'MM/DD/YY'],
  'en-GB': ['D/M/YY', 'DD/MM/YY'],
  'en-IN': ['D/M/YY', 'DD/MM/YY'],
  de: [],
};

interface DayNotation {
  /** The first format is shown; the others are understood as well. */
  readonly format: string[];
  readonly placeholder: string;
  readonly locale: NonNullable<DatePickerProps['locale']>;
}

/** The locale without the labels that hide the month and the year on their buttons. */
const named = (locale: DayNotation['locale'], language = locale.lang.locale): DayNotation['locale'] => ({
  ...locale,
  lang: { ...locale.lang, locale: language, monthSelect: '', yearSelect: '' },
});

const notations: Readonly<Record<Locale, DayNotation>> = {
  'en-US': { format: ['MM/DD/YYYY', 'M/D/YYYY', ...UNAMBIGUOUS], placeholder: 'mm/dd/yyyy', locale: named(american) },
  'en-GB': { format: ['DD/MM/YYYY', 'D/M/YYYY', ...UNAMBIGUOUS], placeholder: 'dd/mm/yyyy', locale: named(british) },
  'en-IN': {
    format: ['DD/MM/YYYY', 'D/M/YYYY', ...UNAMBIGUOUS],
    placeholder: 'dd/mm/yyyy',
    locale: named(british, 'en-in'),
  },
  de: { format: ['DD.MM.YYYY', 'D.M.YYYY', ISO, 'YYYY/M/D', 'YYYY.M.D'], placeholder: 'TT.MM.JJJJ', locale: named(de) },
};

interface Props {
  readonly control: ControlIds;
  /** `2026-11-01`; empty: none. */
  readonly value: string;
  readonly autoFocus?: boolean;
  readonly onValue: (value: string) => void;
  /** Called with a text that is no day when the user leaves the field, and with undefined once the field has a day again. */
  readonly onUnreadable: (unreadable: UnreadableDay | undefined) => void;
}

/** What a user has written in place of a day. */
export interface UnreadableDay {
  readonly text: string;
  /** How a day is written in the user's language, such as `mm/dd/yyyy`. */
  readonly notation: string;
}

const suffixIcon = <CalendarOutlined aria-hidden />;
const allowClear = { clearIcon: <CloseCircleFilled aria-hidden /> };

export default function DayPicker({ control, value, autoFocus = false, onValue, onUnreadable }: Props) {
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language);
  const notation = notations[locale];
  /** antd would silently replace a text that it does not understand by the former day. */
  const read = ({ target }: { readonly target: EventTarget }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const text = target.value.trim();
    const short = dayjs(text, [...SHORT_YEARS[locale], 'D.M.YY', 'DD.MM.YY'], true);
    const isDay = short.isValid() || dayjs(text, notation.format, true).isValid();
    onUnreadable(text === '' || isDay ? undefined : { text, notation: notation.placeholder });
    if (short.isValid()) onValue(short.format(ISO));
    if (value !== '' && text === '') onValue('');
  };
  return (
    <DatePicker
      {...control}
      {...notation}
      value={value === '' ? null : dayjs(value)}
      suffixIcon={suffixIcon}
      allowClear={allowClear}
      autoFocus={autoFocus}
      autoComplete="off"
      onChange={(day) => {
        onUnreadable(undefined);
        onValue(day ? day.format(ISO) : '');
      }}
      onBlur={read}
      onKeyDown={(event) => {
        if (event.key === 'Enter') read(event);
      }}
    />
  );
}
