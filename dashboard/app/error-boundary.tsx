import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

/**
 * Stands in for the application when it fell over: mostly because a part of it could not be loaded over a lost
 * connection, or is gone since a newer version was installed.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { fallen: boolean }> {
  override state = { fallen: false };

  static getDerivedStateFromError() {
    return { fallen: true };
  }

  override render() {
    if (!this.state.fallen) return this.props.children;
    return (
      <main className="plain-page">
        <h1>Error</h1>
        <p className="text-ink-muted">This page could not be shown. Your books are safe; please try again.</p>
        <Button kind="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </main>
    );
  }
}
