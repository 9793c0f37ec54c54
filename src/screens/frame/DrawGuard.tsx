import {Component, type ReactNode} from 'react';
import type {AppStore} from '../../state/app/store.ts';

interface Props {
  readonly app: Pick<AppStore, 'fault' | 'store'>;
  /** What is drawn in place of children that fail. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/**
 * Keeps the app running when a part of the screen cannot be drawn: reports the error, draws the
 * fallback, and tries again after each change of the state. React has error boundaries as classes only.
 */
export class DrawGuard extends Component<Props, {readonly isFailed: boolean}> {
  override state = {isFailed: false};
  #unsubscribe = (): void => undefined;

  static getDerivedStateFromError(): {readonly isFailed: boolean} {
    return {isFailed: true};
  }

  override componentDidCatch(error: unknown): void {
    const {fault, store} = this.props.app;
    this.#unsubscribe();
    this.#unsubscribe = store.subscribe(() => {
      this.#unsubscribe();
      this.setState({isFailed: false});
    });
    fault(error);
  }

  override componentWillUnmount(): void {
    this.#unsubscribe();
  }

  override render(): ReactNode {
    return this.state.isFailed ? this.props.fallback : this.props.children;
  }
}
