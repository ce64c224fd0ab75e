import './app/zod-config.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { syncWithOtherTabs } from './app/sync-tabs.ts';
import { syncTheme } from './browser-state/theme.ts';
import { cache } from './server/resource.ts';
import { syncUserWithStorage } from './server/user.ts';

syncTheme();
syncUserWithStorage();
syncWithOtherTabs();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
