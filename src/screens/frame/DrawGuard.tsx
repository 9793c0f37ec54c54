import {Component, type ReactNode} from 'react';
import type {AppStore} from '../../state/app/store.ts';

interface Props {
  readonly app: Pick<AppStore, 'fault' | 'store'>;
  /** Rendered in place of children that fail. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/**
 * Keeps the app running if a part of the screen fails to render: reports the error, renders the
 * fallback, and retries after each state change. React supports error boundaries only as classes.
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
