/** The sections of the settings, in their order. */
export const SETTINGS_SECTIONS = [
  'Password',
  'Signing in',
  'Sessions',
  'Programs',
  'Security log',
  'Currency',
  'Language and region',
  'Notifications',
  'Exports',
  'This device',
  'Danger',
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** The id of a section on the screen, which is the fragment of its address. */
export const sectionId = (section: SettingsSection): string => section.toLowerCase().replaceAll(' ', '-');
