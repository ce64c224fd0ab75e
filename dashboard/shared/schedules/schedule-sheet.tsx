import { lazyOverlay } from '../../ui/lazy.tsx';

/** Sheet with the form that adds what comes again, or changes it. The form loads zod. */
export const ScheduleSheet = lazyOverlay(() => import('./schedule-form.tsx').then((file) => file.ScheduleFormSheet));
