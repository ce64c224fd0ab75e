// Zod looks here for its settings whenever it is loaded, which is long after the first screen. Without this one it tries
// whether it may write code, which the content security policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
