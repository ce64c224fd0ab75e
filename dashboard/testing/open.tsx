import { render, screen, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { toast } from 'sonner';
import { expect } from 'vitest';
import type { User } from '#contract/user.ts';
import { App } from '../app/app.tsx';
import { syncDemoTasksFromStorage } from '../browser-state/demo-tasks.ts';
import { setKnown } from '../browser-state/known.ts';
import { syncPreferencesFromStorage } from '../browser-state/preferences.ts';
import { closeSession, startSession } from '../browser-state/session.ts';
import { cache, replace } from '../server/cache.ts';
import { userQuery } from '../server/user.ts';
import { GIVEN } from '../shared/categories/categories.ts';
import { showInfoToast } from '../ui/toast.ts';
import { budgetOf } from './budgets.ts';
import { FakeApi } from './fake-api.ts';

/** The API of the running test. */
export let api: FakeApi;

/**
 * Replaces the API. Nothing has changed since the last visit, no day is confirmed, no title completes another, no query
 * is a view, there are no rules, no entry says who set it, there are no categories but the specification's, no session
 * is listed, no balance is known by date, nothing was spent in this month, nothing is planned, and nothing comes again,
 * unless the test has another answer.
 */
export function beginTest(): void {
  api = new FakeApi().install();
  api.answer('sinceLastVisit', { since: null });
  api.answer('confirmedDays', { days: [] });
  api.answer('getTitles', { titles: [] });
  api.answer('getViews', { views: [] });
  api.answer('getReports', { reports: [] });
  api.answer('getRules', { rules: [] });
  api.answer('getSessions', { sessions: [] });
  api.answer('getTokens', { tokens: [] });
  api.answer('getProposals', { proposals: [] });
  api.answer('getWebhooks', { webhooks: [] });
  api.answer('getWaysIn', { password: true, passkey: false, oidc: false });
  api.answer('getSecurityLog', { events: [] });
  api.answer('getSignIn', { hasPassword: true, totp: null, recoveryCodesLeft: 0, passkeys: [], oidc: null });
  api.refuse('getEntry', 'entry_not_found');
  api.answer('getCategories', { categories: [...GIVEN] });
  api.answer('getNetWorth', { points: [] });
  api.answer('getBudget', ({ month }) => budgetOf(String(month)));
  api.answer('getUpcoming', { occurrences: [] });
  api.answer('getSchedules', { schedules: [] });
  api.answer('getScheduleSuggestions', { suggestions: [] });
  api.answer('getToFile', { count: 0, groups: [], groupsLeft: 0 });
  api.answer('find', { count: 0, in: 0, out: 0, net: 0, revision: null });
  const lowest = { date: '2026-11-20', amount: 1_000_000 };
  api.answer('getForecast', { days: [], lowest, occurrences: [], spending: null });
  const month = { month: '2026-11', day: '2026-11-20', spent: 0, earned: 0, before: [] };
  api.answer('getMonthSoFar', { ...month, since: null, spentByDay: [] });
}

/** Forgets what the test has left, and expects that the contract was kept. */
export function endTest(): void {
  // Toasts outlive the component that shows them.
  toast.dismiss();
  cache.clear();
  localStorage.clear();
  // Stores outlive what they were read from.
  syncPreferencesFromStorage();
  syncDemoTasksFromStorage();
  setKnown(null);
  expect(api.contractErrors).toEqual([]);
}

/**
 * Opens an address of the dashboard as a logged-in user, whom the browser has stored. The API answers with the same
 * user, unless the test has set another answer. Returns the user's mouse and keyboard.
 */
export function openAs(user: User, address: string): UserEvent {
  startSession();
  replace(userQuery().queryKey, user);
  if (!api.answers('getCurrentUser')) api.answer('getCurrentUser', user);
  return open(address);
}

/** Opens an address of the dashboard as a visitor, who is not logged in. Returns their mouse and keyboard. */
export function openAsVisitor(address: string): UserEvent {
  closeSession();
  return open(address);
}

/** Opens an address of the dashboard. Returns the user's mouse and keyboard. */
function open(address: string): UserEvent {
  render(
    <MemoryRouter initialEntries={[address]}>
      <App />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

/** The field with this label, when it is there. */
export const field = (label: string | RegExp): Promise<HTMLElement> => screen.findByLabelText(label);

/** The button with this name, when it is there. */
export const button = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name });

const LAST_TOAST = 'The last toast';

/**
 * Expects exactly these toasts. Toasts are shown in their order: after one more, none of the earlier ones is missing.
 */
export async function expectToasts(...titles: string[]): Promise<void> {
  showInfoToast(LAST_TOAST);
  await screen.findByText(LAST_TOAST);
  expect(toast.getToasts().map((shown) => 'title' in shown && shown.title)).toEqual([...titles, LAST_TOAST]);
}

/** The link to a screen in the sidebar. The tabs, which styles hide, have links of the same names. */
export function screenLink(name: string): HTMLElement {
  return within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name });
}
