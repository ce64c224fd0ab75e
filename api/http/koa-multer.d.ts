declare module '@koa/multer' {
  import type { Middleware } from 'koa';
  import type { Options } from 'multer';

  /** Koa middleware that puts the text fields into `ctx.request.body` and the file into `ctx.file`. */
  export default function multer(options: Options): { single(field: string): Middleware };
}
