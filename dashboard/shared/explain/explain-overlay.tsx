import { useState } from 'react';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { useExplainedFigure } from './figure-in-address.ts';

const ExplainDrawer = lazyOverlay(() => import('./explain-drawer.tsx').then((file) => file.ExplainDrawer));

/** Drawer of the figure that the address explains. Every screen has it. */
export function ExplainOverlay() {
  const { figure, close } = useExplainedFigure();
  // The drawer shows the last figure while it closes.
  const [shown, setShown] = useState(figure ?? '');
  if (figure !== null && figure !== shown) setShown(figure);
  return <ExplainDrawer open={figure !== null} figure={figure ?? shown} onClose={close} />;
}
