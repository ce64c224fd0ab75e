import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EXPORT_ENTRIES, EXPORT_PATH } from '#contract/addresses.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

let saved: { name: string; size: number }[] = [];
beforeEach(() => {
  saved = [];
  let size = 0;
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (file: Blob) => {
        size = file.size;
        return 'blob:daybook';
      };
      static override revokeObjectURL = () => {};
    },
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, size });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const HEADERS = { [EXPORT_ENTRIES]: '2299', 'Content-Disposition': 'attachment; filename="daybook-2026-11-20.zip"' };

/** A response whose bytes come as the test sends them. */
function slowResponse(headers: Record<string, string> = HEADERS) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return { response: new Response(readable, { headers }), writer };
}

async function startExport() {
  const user = openAs(clara, '/settings');
  await field('Old password');
  await user.click(await button('Export everything'));
}

test('the entries of a year are downloaded', async () => {
  api.answer('getEntries', { entries: [], next: null });
  const user = openAs(clara, '/settings');
  await user.selectOptions(await field('Year'), '2025');
  await user.click(await button('Download 2025'));
  await waitFor(() => expect(saved).toMatchObject([{ name: 'entries 2025.csv' }]));
  expect(api.inputsOf('getEntries')).toMatchObject([{ q: 'date:2025-01-01..2025-12-31' }]);
});

test('everything is saved under the name that the server gives it, and a toast says how much has come', async () => {
  const { response, writer } = slowResponse();
  api.serve(EXPORT_PATH, () => response);
  await startExport();
  await screen.findByText('Exporting everything');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await writer.write(new Uint8Array(1_258_291));
  await screen.findByText('Exporting 2,299 entries: 1.2 MB so far');
  await writer.write(new Uint8Array(314_573));
  await writer.close();
  await screen.findByText('Exported everything: 1.5 MB');
  expect(saved).toEqual([{ name: 'daybook-2026-11-20.zip', size: 1_572_864 }]);
});

test('a small export has its size in kilobytes, and one entry is no entries', async () => {
  const { response, writer } = slowResponse({ ...HEADERS, [EXPORT_ENTRIES]: '1' });
  api.serve(EXPORT_PATH, () => response);
  await startExport();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await writer.write(new Uint8Array(26_112));
  await screen.findByText('Exporting 1 entry: 26 kB so far');
  await writer.close();
  await screen.findByText('Exported everything: 26 kB');
});

test('an export that breaks off says so, and saves nothing', async () => {
  const { response, writer } = slowResponse();
  api.serve(EXPORT_PATH, () => response);
  await startExport();
  await writer.write(new Uint8Array(1_000));
  await writer.abort(new TypeError('network error'));
  await screen.findByText('Failed to export everything');
  await screen.findByText('The download broke off before its end');
  expect(saved).toEqual([]);
});

test('an export that is refused says why, and can be started again', async () => {
  const { status, title } = PROBLEMS.too_many_requests;
  const problem = { type: 'about:blank', status, title, code: 'too_many_requests' };
  let requests = 0;
  api.serve(EXPORT_PATH, () => {
    requests += 1;
    return Response.json(problem, { status });
  });
  await startExport();
  await screen.findByText(title);
  (await button('Export everything')).click();
  await waitFor(() => expect(requests).toBe(2));
});
