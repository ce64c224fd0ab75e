import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Preloaded by every npm script. Plain JavaScript, because an older Node can't run TypeScript.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Daybook runs on the Node 24 that comes with its packages, but this is Node ${process.versions.node}: ` +
      "run 'npm ci' with install scripts switched on (npm config set ignore-scripts false), then try again.",
  );
  process.exit(1);
}

// Programs load their modules from this cache instead of stripping types and compiling again. A folder that can't be
// written to leaves them without it.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
