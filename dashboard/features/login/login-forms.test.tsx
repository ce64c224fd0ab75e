import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EMAIL_MAX, PASSWORD_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { FULL_NAME_MAX } from '#ledger/model/constants.ts';
import { expectMessage, expectValues, fill, specForm } from '../../testing/form-spec.tsx';
import { api, button, expectToasts, openAs, openAsVisitor } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

const email = clara.email;
const password = 'paper and ink';
const credentials = { Email: email, Password: password };

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

/** Answers what the Overview asks for. */
function answerOverview(): void {
  api.answer('getCurrentUser', clara);
  api.answer('recentTransactions', { transactions: [] });
}

async function openLogin() {
  answerOverview();
  const user = openAsVisitor('/login');
  await heading('Login');
  return user;
}

async function openRegister() {
  answerOverview();
  api.answer('login', clara);
  const user = openAsVisitor('/register');
  await heading('Register');
  return user;
}

const tooLongEmail = `${'c'.repeat(EMAIL_MAX)}@example.com`;
const refused: [Record<string, string>, string, string][] = [
  [{ Email: 'clara' }, 'Email', messages.notAnEmail],
  [{ Email: tooLongEmail }, 'Email', messages.emailTooLong],
  [{ Password: '   ' }, 'Password', messages.passwordRequired],
  [{ Password: 'p'.repeat(PASSWORD_MAX + 1) }, 'Password', messages.passwordTooLong],
];

specForm({
  name: 'login',
  open: openLogin,
  submit: 'Login',
  call: 'login',
  atFirst: { Email: messages.emailRequired, Password: messages.passwordRequired },
  refused,
  values: credentials,
  sends: { email, password },
  answer: clara,
  saved: () => heading('Overview'),
  failed: 'Unable to log in',
  serverError: { field: 'email', label: 'Email' },
});

specForm({
  name: 'register',
  open: openRegister,
  submit: 'Create account',
  call: 'register',
  atFirst: {
    'Full Name': messages.fullNameRequired,
    Email: messages.emailRequired,
    Password: messages.passwordRequired,
  },
  refused: [[{ 'Full Name': '   ' }, 'Full Name', messages.fullNameRequired], ...refused],
  values: { 'Full Name': 'Clara Whitfield', ...credentials },
  sends: { fullName: 'Clara Whitfield', email, password },
  answer: {},
  saved: () => heading('Overview'),
  failed: 'Unable to create the account',
  serverError: { field: 'fullName', label: 'Full Name' },
});

test('an email is sent in small letters and without spaces around it, a password as it is', async () => {
  api.answer('login', clara);
  const user = await openLogin();
  await fill(user, { Email: ' Clara@Example.com', Password: ' paper ' });
  await user.click(await button('Login'));
  await heading('Overview');
  expect(api.inputsOf('login')).toEqual([{ email, password: ' paper ' }]);
});

test('once a login was submitted, the message of a field changes with what is typed', async () => {
  api.refuse('login', 'invalid', { email: 'The server says no' });
  const user = await openLogin();
  const control = screen.getByLabelText('Email');
  await fill(user, { Email: 'clara' });
  await user.tab();
  expect(control).not.toHaveAccessibleDescription();

  await user.click(await button('Login'));
  await expectMessage('Email', messages.notAnEmail);
  await expectMessage('Password', messages.passwordRequired);
  await fill(user, { Email: email });
  await waitFor(() => expect(control).not.toHaveAccessibleDescription());
  expect(control).toHaveAttribute('aria-invalid', 'false');
  await expectMessage('Password', messages.passwordRequired);
  await user.clear(control);
  await expectMessage('Email', messages.emailRequired);

  await fill(user, credentials);
  await user.click(await button('Login'));
  await expectMessage('Email', 'The server says no');
  await user.type(control, 'x');
  await waitFor(() => expect(control).not.toHaveAccessibleDescription());
});

test('after a login the session has begun, without a toast', async () => {
  api.answer('login', clara);
  const user = await openLogin();
  expect(document.title).toBe('Login - Daybook');
  await fill(user, credentials);
  await user.click(await button('Login'));
  await heading('Overview');
  expect(localStorage.getItem('userStatus')).toBe('loggedIn');
  await expectToasts();
});

test('a login with an unknown email leads to signing up, with what was typed', async () => {
  api.refuse('login', 'user_not_found');
  const user = await openLogin();
  await fill(user, credentials);
  await user.click(await button('Login'));
  await screen.findByText(PROBLEMS.user_not_found.title);
  await screen.findByText('Did you mean to sign up?');
  await user.click(await button('Sign up'));
  await heading('Register');
  expect(document.title).toBe('Register - Daybook');
  await expectValues({ Email: email, Password: '' });
});

test('a wrong password is reported, and nothing typed is lost', async () => {
  api.refuse('login', 'incorrect_password');
  const user = await openLogin();
  await fill(user, credentials);
  await user.click(await button('Login'));
  await screen.findByText(messages.passwordIncorrect);
  await expectValues(credentials);
  await expectToasts(messages.passwordIncorrect);
});

test('a login that is refused for another reason says which', async () => {
  api.refuse('login', 'too_many_requests');
  const user = await openLogin();
  await fill(user, credentials);
  await user.click(await button('Login'));
  await screen.findByText('Unable to log in');
  await screen.findByText(PROBLEMS.too_many_requests.title);
});

test('an email that is taken leads to signing in, with what was typed', async () => {
  api.refuse('register', 'email_taken');
  const user = await openRegister();
  await fill(user, { 'Full Name': 'Clara Again', ...credentials });
  await user.click(await button('Create account'));
  await screen.findByText(PROBLEMS.email_taken.title);
  await screen.findByText('Did you mean to sign in?');
  await user.click(await button('Sign in'));
  await heading('Login');
  await expectValues({ Email: email, Password: '' });
  expect(api.inputsOf('login')).toEqual([]);
});

test('a registration logs in with what was typed', async () => {
  api.answer('register', {});
  const user = await openRegister();
  const name = 'C'.repeat(FULL_NAME_MAX);
  await fill(user, { 'Full Name': `${name}C`, ...credentials });
  await expectValues({ 'Full Name': name });
  await user.click(await button('Create account'));
  await heading('Overview');
  expect(api.inputsOf('login')).toEqual([{ email, password }]);
});

test('where the login after a registration fails, that is said, and what was typed is there', async () => {
  api.answer('register', {});
  const user = await openRegister();
  api.refuse('login', 'unavailable');
  await fill(user, { 'Full Name': 'Clara Whitfield', ...credentials });
  await user.click(await button('Create account'));
  await screen.findByText('Unable to log in');
  await screen.findByText(`${PROBLEMS.unavailable.title}. What you typed is still here.`);
  await expectValues(credentials);
});

test('a logged-in user has nothing to do on the login and register screens', async () => {
  answerOverview();
  openAs(clara, '/register');
  await heading('Overview');
});

test('a user whose logout does not reach the server stays logged in, and can try again', async () => {
  answerOverview();
  api.lose('logout');
  const lose = api.hold('logout');
  const user = openAs(clara, '/');
  await heading('Overview');
  await user.click(await button('Log out'));
  await screen.findByText('Logging out');
  lose();
  await screen.findByText('Unable to log out');
  await expectToasts('Unable to log out');
  await heading('Overview');
  expect(localStorage.getItem('userStatus')).toBe('loggedIn');

  api.answer('logout', {});
  await user.click(await button('Log out'));
  await screen.findByText('Logged out');
  await heading('Login');
  expect(localStorage.getItem('userStatus')).toBeNull();
});
