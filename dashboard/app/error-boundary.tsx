import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { PlainPage } from '../ui/plain-page.tsx';

/**
 * Shows an error page with a reload button after a render error. The usual cause is a chunk that failed to load: the
 * connection is lost, or a new version was deployed.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    return { hasError: true };
  }

  override render() {
    if (!this.state.hasError) return this.props.children;
    return (
      <PlainPage>
        <h1>Error</h1>
        <p className="text-ink-muted">This page could not be shown. Your books are safe; please try again.</p>
        <Button kind="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </PlainPage>
    );
  }
}
