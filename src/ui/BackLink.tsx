/** The way back to the page above, over a heading. */
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import { LinkButton } from './LinkButton.tsx';

export function BackLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <div className="small-buttons">
      <LinkButton type="link" className="flush-start" icon={<LeftOutlined aria-hidden />} to={to}>
        {children}
      </LinkButton>
    </div>
  );
}
