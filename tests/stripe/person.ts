/** An answer of the checkout page, and where it redirects to. */
export type Page = { status: number; text: string; location: string | null; headers: Headers };

/** A card as a user types it. */
export const GOOD_CARD = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' };
export const DECLINED_CARD = { ...GOOD_CARD, number: '4000 0000 0000 0002' };

/** Opens a checkout page. */
export async function open(url: string): Promise<Page> {
  return await pageOf(await fetch(url, { redirect: 'manual' }));
}

/** Fills in the form of a checkout page and sends it as a browser does. */
export async function payWith(url: string, card: Record<string, string>): Promise<Page> {
  const body = new URLSearchParams(card);
  return await pageOf(await fetch(url, { method: 'POST', body, redirect: 'manual' }));
}

async function pageOf(response: Response): Promise<Page> {
  const { status, headers } = response;
  return { status, headers, location: headers.get('Location'), text: await response.text() };
}
