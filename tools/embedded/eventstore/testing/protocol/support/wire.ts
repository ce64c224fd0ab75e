import { readFileSync } from 'node:fs';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type {
  AppendResp,
  BatchAppendResp,
  DeleteResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { type Expected, target } from './requests.ts';

const { read, append, batchAppend, delete: remove, tombstone } = streamsService.StreamsService;
const unchanged = (request: Buffer): Buffer => request;

/** The content of a gRPC error: its code; also its message and trailers if the server names the exception. */
export function failureOf({ code, details, metadata }: ServiceError): Record<string, unknown> {
  const { exception, ...rest } = metadata.getMap();
  if (exception === undefined) return { code };
  const trailers = Object.entries(rest).filter(([key]) => !/^(content-|date|server)/.test(key));
  return { code, details, exception, ...Object.fromEntries(trailers) };
}

/** The streams service by raw gRPC. `url` is the connection string of one node. */
export class Wire {
  readonly #client: Client;
  readonly #metadata = new Metadata();

  constructor(url: string) {
    const { host, username, password, searchParams } = new URL(url.replace(/^esdb/, 'http'));
    const isPlain = searchParams.get('tls') === 'false';
    const authority = searchParams.get('tlsCAFile');
    this.#client = new Client(
      host,
      isPlain ? credentials.createInsecure() : credentials.createSsl(authority ? readFileSync(authority) : null),
      {
        'grpc.max_receive_message_length': -1,
        'grpc.max_send_message_length': -1,
        'grpc.use_local_subchannel_pool': 1, // a separate connection
      },
    );
    if (username) {
      const encoded = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
      this.#metadata.set('authorization', `Basic ${encoded}`);
    }
  }

  /** A plain append of these messages; rejects with a `ServiceError`. */
  append(...messages: readonly Buffer[]): Promise<AppendResp> {
    return new Promise((resolve, reject) => {
      const call = this.#client.makeClientStreamRequest(
        append.path,
        unchanged,
        append.responseDeserialize,
        this.#metadata,
        (error, answer) => {
          if (error) reject(error);
          else if (answer) resolve(answer);
        },
      );
      call.on('error', () => {}); // the callback gets the error
      for (const message of messages) call.write(message);
      call.end();
    });
  }

  /** A delete or a tombstone; rejects with a `ServiceError`. */
  remove(kind: 'delete' | 'tombstone', stream: string | undefined, expected: Expected): Promise<DeleteResp> {
    const method = kind === 'delete' ? remove : tombstone;
    return this.call(method.path, target(stream, expected), remove.responseDeserialize);
  }

  /** Any unary call; rejects with a `ServiceError`. */
  call<Answer>(path: string, request: Buffer, decode: (bytes: Buffer) => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(path, unchanged, decode, request, this.#metadata, (error, answer) => {
        if (error) reject(error);
        else if (answer !== undefined) resolve(answer);
      });
    });
  }

  /** A batch append, open until it is cancelled or ended. */
  batch() {
    return this.#client.makeBidiStreamRequest<Buffer, BatchAppendResp>(
      batchAppend.path,
      unchanged,
      batchAppend.responseDeserialize,
      this.#metadata,
    );
  }

  /** A read or a subscription. */
  read(request: ReadReq) {
    return this.#client.makeServerStreamRequest<ReadReq, ReadResp>(
      read.path,
      read.requestSerialize,
      read.responseDeserialize,
      request,
      this.#metadata,
    );
  }

  close(): void {
    this.#client.close();
  }
}
