import { zodResolver } from '@hookform/resolvers/zod';
import { registerInput } from '#contract/user-calls.ts';

/** Form resolver of register. A separate chunk, because it loads zod. */
export const registerResolver = zodResolver(registerInput);
