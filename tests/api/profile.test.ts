import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('update-password', () => {
  test('changes the password and ends all other sessions', async () => {
    const user = await server.newUser();
    const elsewhere = server.visitor();
    const { email, password } = user;
    await expectOk(elsewhere.post('/users/login', { email, password }));
    const { data } = await expectOk(
      user.post('/users/update-password', { oldPassword: password, newPassword: 'another ink' }),
    );
    expect(data).toEqual({});
    expect((await user.get('/users/get-current-user')).status).toBe(200);
    expect((await elsewhere.get('/users/get-current-user')).problem.code).toBe('session_required');
    expect((await server.visitor().post('/users/login', { email, password })).status).toBe(401);
    await expectOk(server.visitor().post('/users/login', { email, password: 'another ink' }));
  });

  test.each([
    [{ oldPassword: 'wrong', newPassword: 'another' }, { oldPassword: 'Invalid old password' }],
    [
      { oldPassword: 'paper and ink', newPassword: 'paper and ink' },
      { newPassword: "New password can't be the same as your old password" },
    ],
    [
      { oldPassword: '', newPassword: ' ' },
      { oldPassword: "Password can't be empty", newPassword: "Password can't be empty" },
    ],
  ])('is refused with %j', async (input, errors) => {
    const user = await server.newUser();
    const refused = await user.post('/users/update-password', input);
    expect([refused.status, refused.problem.errors]).toEqual([422, errors]);
    await expectOk(server.visitor().post('/users/login', { email: user.email, password: user.password }));
  });
});

describe('update-currency', () => {
  test.each(['€', '¥', '₹', 'A$', 'C$'])('to %s changes the symbol and no amount', async (newCurrency) => {
    const user = await server.newUser();
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 12.34 }));
    const { data } = await expectOk(user.post('/users/update-currency', { newCurrency }));
    expect(data).toMatchObject({ currency: newCurrency, currentBalance: 12.34 });
    expect(await user.user()).toEqual(data);
  });

  test.each([
    [{}, 'Currency is required'],
    [{ newCurrency: '' }, 'Currency is required'],
    [{ newCurrency: '$' }, 'Nothing changed'],
    [{ newCurrency: '£' }, 'Choose one of $, €, ¥, ₹, A$, C$'],
  ])('is refused with %j', async (input, message) => {
    const refused = await (await server.newUser()).post('/users/update-currency', input);
    expect([refused.status, refused.problem.errors]).toEqual([422, { newCurrency: message }]);
  });
});

describe('update-date', () => {
  test("sets the date of birth, up to today in the user's time zone", async () => {
    const user = await server.newUser();
    server.clock.now = new Date('2026-11-20T23:30:00Z');
    try {
      const tomorrow = await user.post('/users/update-date', { date: '2026-11-21' });
      expect(tomorrow.problem.errors).toEqual({ date: "Date of birth can't be in the future" });
      const there = await expectOk(
        user.post('/users/update-date', { date: '2026-11-21' }, { 'Time-Zone': 'Asia/Tokyo' }),
      );
      expect(there.data.dateOfBirth).toBe('2026-11-21');
    } finally {
      server.clock.now = null;
    }
    const again = await user.post('/users/update-date', { date: '2026-11-21T00:00:00.000Z' });
    expect(again.problem.errors).toEqual({ date: 'This date of birth has already been set by you' });
    expect((await user.post('/users/update-date', {})).problem.errors).toEqual({ date: 'Date is required' });
  });

  test.each([
    ['2999-01-01', "Date of birth can't be in the future"],
    ['2200-01-01', "Date of birth can't be in the future"],
    ['9999-12-31', "Date of birth can't be in the future"],
    ['9999-12-31T23:59:59+14:00', "Date of birth can't be in the future"],
    ['1899-12-31', "Date of birth can't be before 1900"],
    ['0001-01-01', "Date of birth can't be before 1900"],
    ['0000-01-01', "Date of birth can't be before 1900"],
    ['2999-02-30', 'A date is a day of the calendar, like 2026-11-20'],
    ['10000-01-01', 'A date is a day of the calendar, like 2026-11-20'],
    ['-000001-01-01', 'A date is a day of the calendar, like 2026-11-20'],
  ])('to %s is refused', async (date, message) => {
    const refused = await (await server.newUser()).post('/users/update-date', { date });
    expect([refused.status, refused.problem.errors]).toEqual([422, { date: message }]);
  });

  test('accepts dates from 1900 on', async () => {
    const { data } = await expectOk((await server.newUser()).post('/users/update-date', { date: '1900-01-01' }));
    expect(data.dateOfBirth).toBe('1900-01-01');
  });
});

describe('update-details', () => {
  test('sets name and bio, and an empty bio means unset', async () => {
    const user = await server.newUser();
    const { data } = await expectOk(user.post('/users/update-details', { name: ' Clara W. ', bio: 'Potter.\nNurse.' }));
    expect(data).toMatchObject({ fullName: 'Clara W.', bio: 'Potter.\nNurse.' });
    expect((await user.post('/users/update-details', { name: 'Clara', bio: '' })).data.bio).toBeNull();
  });

  test.each([
    [{ name: ' ', bio: 'x' }, { name: 'Full name is required' }],
    [{ name: 'x'.repeat(31) }, { name: "Full name can't be longer than 30 characters" }],
    [{ name: 'x', bio: 'x'.repeat(81) }, { bio: "Bio can't be longer than 80 characters" }],
    [{ name: 'x', bio: '\u0000' }, { bio: "This text contains characters that can't be stored" }],
  ])('is refused with %j', async (input, errors) => {
    const refused = await (await server.newUser()).post('/users/update-details', input);
    expect([refused.status, refused.problem.errors]).toEqual([422, errors]);
  });
});

describe('update-account-balance', () => {
  test('sets the balance; the current value changes nothing', async () => {
    const user = await server.newUser();
    expect((await user.post('/users/update-account-balance', { newAmount: 500.5 })).data.currentBalance).toBe(500.5);
    expect((await user.post('/users/update-account-balance', { newAmount: 500.5 })).status).toBe(200);
  });

  test("is refused below 1, with the user's currency symbol in the message", async () => {
    const user = await server.newUser();
    await expectOk(user.post('/users/update-currency', { newCurrency: '€' }));
    const small = await user.post('/users/update-account-balance', { newAmount: 0.99 });
    expect(small.problem.errors).toEqual({ newAmount: "Account balance can't be less than €1" });
    const none = await user.post('/users/update-account-balance', {});
    expect(none.problem.errors).toEqual({ newAmount: 'New account balance is required' });
  });
});

describe('create-feedback', () => {
  test('is stored', async () => {
    const user = await server.newUser();
    const { data } = await expectOk(user.post('/feedback/create-feedback', { rating: '5-star', description: 'Calm.' }));
    expect(data).toEqual({});
    const { rows } = await server.database.query(
      'SELECT rating, description FROM feedback.entries WHERE user_id = $1',
      [user.userId],
    );
    expect(rows).toEqual([{ rating: '5-star', description: 'Calm.' }]);
  });

  test.each([
    [{}, { rating: 'Rating is required' }],
    [{ rating: 5 }, { rating: 'Choose one of 1-star, 2-star, 3-star, 4-star, 5-star' }],
  ])('is refused with %j', async (input, errors) => {
    const refused = await (await server.newUser()).post('/feedback/create-feedback', input);
    expect([refused.status, refused.problem.errors]).toEqual([422, errors]);
  });
});
