/** The browser's own ceremonies with passkeys. Their library loads when it is needed. */
const library = () => import('@simplewebauthn/browser');

type Answer = { id: string; response: Record<string, unknown> };

/** Whether this page can use passkeys: browsers have none at an IP address. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Makes a passkey by the options of the server. Gives null if the user leaves it, or the browser can't. */
export async function makePasskey(options: unknown): Promise<Answer | null> {
  const { startRegistration } = await library();
  return (await startRegistration({ optionsJSON: options as never }).catch(() => null)) as Answer | null;
}

/** Signs the challenge of the server's options. Gives null if the user leaves it, or has no such passkey. */
export async function signByPasskey(options: unknown): Promise<Answer | null> {
  const { startAuthentication } = await library();
  return (await startAuthentication({ optionsJSON: options as never }).catch(() => null)) as Answer | null;
}
