import { Suspense, useEffect, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Login } from '../login/login.tsx';
import { RequireNoSession, RequireSession } from '../session/guards.tsx';
import { onFirstInteraction } from '../ui/first-interaction.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';

const Account = lazyComponent('Account', () => import('../account/account.tsx'));
const AppLayout = lazyComponent('AppLayout', () => import('./app-layout.tsx'));
const Goals = lazyComponent('Goals', () => import('../goals/goals.tsx'));
const GoalDetail = lazyComponent('GoalDetail', () => import('../goals/goals.tsx'));
const NoSelection = lazyComponent('NoSelection', () => import('../goals/goals.tsx'));
const History = lazyComponent('History', () => import('../history/history.tsx'));
const Overview = lazyComponent('Overview', () => import('../overview/overview.tsx'));
const PaymentSuccess = lazyComponent('PaymentSuccess', () => import('../premium/payment-success.tsx'));
const Register = lazyComponent('Register', () => import('../login/register.tsx'));
const ResetDemo = lazyComponent('ResetDemo', () => import('../demo/reset-demo.tsx'));
const Settings = lazyComponent('Settings', () => import('../settings/settings.tsx'));
const Statistics = lazyComponent('Statistics', () => import('../statistics/statistics.tsx'));
const Transactions = lazyComponent('Transactions', () => import('../transactions/transactions.tsx'));
const TransactionDetail = lazyComponent('TransactionDetail', () => import('../transactions/transaction-detail.tsx'));
const CreateTransaction = lazyComponent('CreateTransaction', () => import('../transactions/create-transaction.tsx'));
const Toasts = lazyComponent('Toasts', () => import('../ui/toasts.tsx'));
const NotFound = lazyComponent('NotFound', () => import('./not-found.tsx'));

/**
 * The routes. Each screen is a chunk that loads on first render, except the login screen, which is in the main bundle
 * because it is the first screen of a new visitor.
 */
export function App() {
  useScrollRestoration();
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Routes>
          <Route element={<RequireSession login={<Login />} />}>
            <Route element={<AppLayout />}>
              <Route index element={<Overview />} />
              <Route path="transactions" element={<Transactions />} />
              <Route path="transactions/:transactionId" element={<TransactionDetail />} />
              <Route path="goals" element={<Goals />}>
                <Route index element={<NoSelection />} />
                <Route path=":goalId" element={<GoalDetail />} />
              </Route>
              <Route path="account" element={<Account />} />
              <Route path="settings" element={<Settings />} />
              <Route path="payment-success" element={<PaymentSuccess />} />
              <Route path="statistics" element={<Statistics />} />
              <Route path="history" element={<History />} />
              <Route path="create-transaction" element={<CreateTransaction />} />
            </Route>
          </Route>
          <Route element={<RequireNoSession />}>
            <Route path="login" element={<Login />} />
            <Route path="register" element={<Register />} />
          </Route>
          <Route path="reset-demo" element={<ResetDemo />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
      <LazyToasts />
    </ErrorBoundary>
  );
}

function LazyToasts() {
  const [mounted, setMounted] = useState(false);
  useEffect(() => onFirstInteraction(() => setMounted(true)), []);
  return (
    mounted && (
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    )
  );
}
