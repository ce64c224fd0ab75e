import type { CommandServices } from '../commands/command-services.ts';
import type { DiskSpace } from '../disk/disk-space.ts';
import type { RequestLimits } from '../limits/limits.ts';
import type { ImportReader } from './reader.ts';

/** Dependencies of imports. */
export type ImportServices = CommandServices & { disk: DiskSpace; limits: RequestLimits; importReader: ImportReader };
