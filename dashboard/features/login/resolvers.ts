import { zodResolver } from '@hookform/resolvers/zod';
import { loginInput, registerInput } from '#contract/user-calls.ts';

/** Form resolvers of login and register. A separate chunk, because they load zod. */
export const loginResolver = zodResolver(loginInput);
export const registerResolver = zodResolver(registerInput);
