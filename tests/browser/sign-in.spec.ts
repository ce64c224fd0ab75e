import { Secret, TOTP } from 'otpauth';
import { check, followDeviceTheme } from './axe.ts';
import { logIn, newUser } from './person.ts';
import { expect, type Page, test } from './story.ts';

test.slow();

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** An authenticator of the browser, which says that it has verified who holds it. */
async function giveAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
}

test('a code generator, recovery codes and a passkey are set up, and log in', async ({ page }) => {
  await followDeviceTheme(page);
  const email = await newUser(page);
  await giveAuthenticator(page);
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  let recoveryCode = '';

  await test.step('a code generator', async () => {
    await page.goto('/settings#signing-in');
    await page.getByRole('button', { name: 'Set up a code generator' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up a code generator' });
    await expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
    await check(page, 'setting up a code generator');
    const uri = (await dialog.getByRole('link').getAttribute('href')) ?? '';
    const secret = new URL(uri).searchParams.get('secret') ?? '';
    await dialog.getByLabel('Code').fill('000000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This code is not right')).toBeVisible();
    await dialog.getByLabel('Code').fill(codeOf(secret, -1));
    await page.keyboard.press('Enter');
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
    await check(page, 'recovery codes');
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('10 codes are left')).toBeVisible();

    await logOut(page);
    await logIn(page, email);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expect(page.getByLabel('Code')).toBeFocused();
    await check(page, 'the second step of a login');
    await page.keyboard.type(codeOf(secret));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  });

  await test.step('a recovery code', async () => {
    await logOut(page);
    await logIn(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.keyboard.type(recoveryCode.toUpperCase().replaceAll('-', ' '));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  });

  await test.step('a passkey, alone and as a second factor', async () => {
    await page.goto('/settings#signing-in');
    await expect(page.getByText('9 codes are left')).toBeVisible();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('This computer');
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'Passkeys' });
    await expect(list.getByText('This computer')).toBeVisible();
    await check(page, 'a passkey in the settings');

    await logOut(page);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await logOut(page);
    await logIn(page, email);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  });

  await test.step('a proof is asked for a while later, and a passkey is removed', async () => {
    await page.goto('/settings#signing-in');
    await page.route(
      '**/users/remove-passkey',
      (route) =>
        route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', status: 403, code: 'proof_required', title: 'Please confirm' }),
        }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Remove This computer' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(dialog.getByLabel('Password')).toBeFocused();
    await check(page, 'the proof');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Incorrect password')).toBeVisible();
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('list', { name: 'Passkeys' })).toBeHidden();
  });
});
