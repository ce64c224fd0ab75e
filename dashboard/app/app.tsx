import { Suspense, useEffect, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { lazyComponent, onFirstInteraction } from '../ui/lazy.tsx';
import { toastRequested } from '../ui/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FORMER_PATHS, FormerAddress } from './former-addresses.tsx';
import { RequireNoSession, RequireSession } from './guards.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';

const Account = lazyComponent(() => import('../features/user/account.tsx').then((file) => file.AccountScreen));
const Accounts = lazyComponent(() => import('../features/accounts/accounts.tsx').then((file) => file.AccountsScreen));
const Budget = lazyComponent(() => import('../features/budget/budget.tsx').then((file) => file.BudgetScreen));
const Categories = lazyComponent(() =>
  import('../features/categories/categories.tsx').then((file) => file.CategoryEditor),
);
const Rules = lazyComponent(() => import('../features/rules/rules.tsx').then((file) => file.RulesSection));
const Proposals = lazyComponent(() =>
  import('../features/proposals/proposals.tsx').then((file) => file.ProposalsScreen),
);
const RuleEditor = lazyComponent(() => import('../features/rules/rule-editor.tsx').then((file) => file.RuleEditor));
const AppLayout = lazyComponent(() => import('./app-layout.tsx').then((file) => file.AppLayout));
const Goals = lazyComponent(() => import('../features/goals/goals.tsx').then((file) => file.Goals));
const GoalDetail = lazyComponent(() => import('../features/goals/goals.tsx').then((file) => file.GoalDetail));
const Login = lazyComponent(() => import('../features/login/login.tsx').then((file) => file.Login));
const NoSelection = lazyComponent(() => import('../features/goals/goals.tsx').then((file) => file.NoSelection));
const History = lazyComponent(() => import('../features/history/history.tsx').then((file) => file.HistoryScreen));
const Balances = lazyComponent(() => import('../features/history/balances/balances.tsx').then((file) => file.Balances));
const WhatChanged = lazyComponent(() =>
  import('../features/history/what-changed/what-changed.tsx').then((file) => file.WhatChangedScreen),
);
const Import = lazyComponent(() => import('../features/import/import.tsx').then((file) => file.Import));
const Overview = lazyComponent(() => import('../features/overview/overview.tsx').then((file) => file.Overview));
const PaymentSuccess = lazyComponent(() =>
  import('../features/payment/payment-success.tsx').then((file) => file.PaymentSuccess),
);
const Register = lazyComponent(() => import('../features/login/register.tsx').then((file) => file.RegisterScreen));
const ResetDemo = lazyComponent(() => import('../features/demo/reset-demo.tsx').then((file) => file.ResetDemo));
const Settings = lazyComponent(() => import('../features/settings/settings.tsx').then((file) => file.SettingsScreen));
const Statistics = lazyComponent(() => import('../features/statistics/statistics.tsx').then((file) => file.Statistics));
const Transactions = lazyComponent(() =>
  import('../features/transactions/transactions.tsx').then((file) => file.Transactions),
);
const TransactionDetail = lazyComponent(() =>
  import('../features/transactions/detail/transaction-detail.tsx').then((file) => file.TransactionDetail),
);
const ToFile = lazyComponent(() => import('../features/transactions/to-file/to-file.tsx').then((file) => file.ToFile));
const CreateTransaction = lazyComponent(() =>
  import('../features/transactions/form/create-transaction.tsx').then((file) => file.CreateTransaction),
);
const ReportScreens = lazyComponent(() =>
  import('../features/reports/report-screens.tsx').then((file) => file.ReportScreens),
);
const Toasts = lazyComponent(() => import('../ui/toasts.tsx').then((file) => file.Toasts));
const Upcoming = lazyComponent(() => import('../features/upcoming/upcoming.tsx').then((file) => file.Upcoming));
const NotFound = lazyComponent(() => import('./not-found.tsx').then((file) => file.NotFound));

const REPORT_PATHS = ['reports', 'reports/net-worth', 'reports/plan', 'reports/recurring', 'reports/year'];

/** The routes. Each screen is a chunk that loads on first render. */
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
              <Route path="transactions/to-file" element={<ToFile />} />
              <Route path="transactions/:transactionId" element={<TransactionDetail />} />
              <Route path="budget" element={<Budget />} />
              <Route path="categories" element={<Categories />} />
              <Route path="rules" element={<Rules />} />
              <Route path="rules/:ruleId" element={<RuleEditor />} />
              <Route path="proposals" element={<Proposals />} />
              <Route path="import" element={<Import />} />
              <Route path="upcoming" element={<Upcoming />} />
              <Route path="accounts" element={<Accounts />} />
              <Route path="goals" element={<Goals />}>
                <Route index element={<NoSelection />} />
                <Route path=":goalId" element={<GoalDetail />} />
              </Route>
              <Route path="account" element={<Account />} />
              {FORMER_PATHS.map((path) => (
                <Route key={path} path={`${path}/*`} element={<FormerAddress />} />
              ))}
              <Route path="settings" element={<Settings />} />
              <Route path="payment-success" element={<PaymentSuccess />} />
              <Route path="statistics" element={<Statistics />} />
              {REPORT_PATHS.map((path) => (
                <Route key={path} path={path} element={<ReportScreens />} />
              ))}
              <Route path="history" element={<History />} />
              <Route path="history/balances" element={<Balances />} />
              <Route path="history/what-changed" element={<WhatChanged />} />
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
  useEffect(() => {
    const mount = () => setMounted(true);
    void toastRequested.then(mount);
    return onFirstInteraction(mount);
  }, []);
  return (
    mounted && (
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    )
  );
}
