/** The numbers of a chart as a table. */
import { useFormats } from '@src/i18n/useFormats.ts';
import { barCount, type BarsData, type TimeBarsTexts, totalOfBar } from './timeBars.ts';

interface Props {
  readonly data: BarsData;
  readonly texts: Pick<TimeBarsTexts, 'label' | 'time' | 'total'>;
  readonly spanText: (bar: number) => string;
}

export function BarsTable({ data, texts, spanText }: Props) {
  const formats = useFormats();
  const bars = Array.from({ length: barCount(data) }, (_, bar) => bar);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also with the keyboard
    <div className="full-row scroll-box" role="region" aria-label={texts.label} tabIndex={0}>
      <table className="table table-numbers">
        <thead>
          <tr>
            <th scope="col">{texts.time}</th>
            {data.series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">{texts.total}</th>
            {data.usual && <th scope="col">{data.usual.label}</th>}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar}>
              <th scope="row">{spanText(bar)}</th>
              {data.series.map(({ key, values }) => (
                <td key={key}>{formats.number(values[bar] ?? 0)}</td>
              ))}
              <td>{formats.number(totalOfBar(data, bar))}</td>
              {data.usual && <td>{formats.number(data.usual.values[bar] ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
