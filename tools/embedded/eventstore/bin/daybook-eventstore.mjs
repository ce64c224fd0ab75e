#!/usr/bin/env node
// Plain JavaScript without static imports, because an older Node can't read the program.
const [major] = process.versions.node.split('.').map(Number);
if (major < 22) {
  console.error(
    `daybook-eventstore needs Node 22 or newer, but this is Node ${process.versions.node}: run the install scripts ` +
      'of its dependencies (npm install-scripts approve --all && npm rebuild), which bring Node 24, then start it ' +
      'with npx.',
  );
  process.exit(1);
}
await import('../dist/eventstore/main.js');
