import { Suspense, useEffect, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Login } from '../login/login.tsx';
import { LoggedIn, LoggedOut } from '../session/guards.tsx';
import { atFirstSign } from '../ui/first-sign.ts';
import { lazily } from '../ui/lazily.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useScroll } from './use-scroll.ts';

const Account = lazily('Account', () => import('../account/account.tsx'));
const Frame = lazily('Frame', () => import('./frame.tsx'));
const Goals = lazily('Goals', () => import('../goals/goals.tsx'));
const GoalDetail = lazily('GoalDetail', () => import('../goals/goals.tsx'));
const NoSelection = lazily('NoSelection', () => import('../goals/goals.tsx'));
const History = lazily('History', () => import('../history/history.tsx'));
const Overview = lazily('Overview', () => import('../overview/overview.tsx'));
const PaymentSuccess = lazily('PaymentSuccess', () => import('../premium/payment-success.tsx'));
const Register = lazily('Register', () => import('../login/register.tsx'));
const ResetDemo = lazily('ResetDemo', () => import('../demo/reset-demo.tsx'));
const Settings = lazily('Settings', () => import('../settings/settings.tsx'));
const Statistics = lazily('Statistics', () => import('../statistics/statistics.tsx'));
const Transactions = lazily('Transactions', () => import('../transactions/transactions.tsx'));
const TransactionDetail = lazily('TransactionDetail', () => import('../transactions/transaction-detail.tsx'));
const CreateTransaction = lazily('CreateTransaction', () => import('../transactions/create-transaction.tsx'));
const Toasts = lazily('Toasts', () => import('../ui/toasts.tsx'));
const NotFound = lazily('NotFound', () => import('./not-found.tsx'));

/**
 * Every address of the application and the screen it shows. Each screen is loaded when it is first shown,
 * but for the login, which comes with the application: it is where a first visit begins, and waits for nothing more.
 */
export function App() {
  useScroll();
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Routes>
          <Route element={<LoggedIn login={<Login />} />}>
            <Route element={<Frame />}>
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
          <Route element={<LoggedOut />}>
            <Route path="login" element={<Login />} />
            <Route path="register" element={<Register />} />
          </Route>
          <Route path="reset-demo" element={<ResetDemo />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
      <ToastsInTime />
    </ErrorBoundary>
  );
}

function ToastsInTime() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => atFirstSign(() => setWanted(true)), []);
  return (
    wanted && (
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    )
  );
}
