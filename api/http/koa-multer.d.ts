declare module '@koa/multer' {
  import type { Middleware } from 'koa';
  import type { Options } from 'multer';

  /** multer as Koa middleware: it leaves the text fields in `ctx.request.body` and the file in `ctx.file`. */
  export default function multer(options: Options): { single(field: string): Middleware };
}
