import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Imported before a program: appends the name of each module that it loads from packages to the file LOADED_PACKAGES.

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (found.url.includes('/node_modules/')) appendFileSync(process.env.LOADED_PACKAGES, `${found.url}\n`);
    return found;
  },
});
