/** The steps of a page that leads through something, with the current one. On a phone only the current one is named. */
import { Steps } from 'antd';
import './stepLine.css';

/** antd's steps are no list by themselves. */
const list = { role: 'list' };

interface Props {
  readonly label: string;
  readonly titles: readonly string[];
  /** Index. */
  readonly current: number;
  readonly status: 'process' | 'error' | 'finish';
  /** Which steps are done, where that does not follow from the current one. */
  readonly done?: readonly boolean[];
}

export function StepLine({ label, titles, current, status, done }: Props) {
  return (
    <Steps
      {...list}
      aria-label={label}
      size="small"
      responsive={false}
      className="step-line"
      current={current}
      status={status}
      // The title says enough, and antd's icons have English names.
      iconRender={(icon) => <span aria-hidden="true">{icon}</span>}
      items={titles.map((title, index) => ({
        key: title,
        ...(done && index !== current && { status: done[index] ? 'finish' : 'wait' }),
        // Bold: forced colours take the colour away.
        title: index === current ? <strong>{title}</strong> : <span>{title}</span>,
        ...{ role: 'listitem', 'aria-current': index === current ? 'step' : undefined },
      }))}
    />
  );
}
