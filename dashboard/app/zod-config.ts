// Zod reads this global when it loads. Without `jitless` it probes for eval, which the content security policy blocks
// and reports. A global, because calling z.config() here would put zod into the main bundle.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
