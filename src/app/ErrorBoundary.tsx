/** Never a white page: whatever breaks while drawing ends in words and a way on. */
import { Component, type ReactNode } from 'react';
import { FailedPage } from './FailedPage.tsx';

interface Props {
  readonly children: ReactNode;
  /** Another page is another try. */
  readonly place: string;
}

interface State {
  readonly failed: boolean;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? <FailedPage /> : this.props.children;
  }
}
