/** What Stripe says in an error's body besides its type and message. */
export type FailureDetails = { code?: string; param?: string };

/** A request that is refused, as Stripe's errors put it: HTTP status, type, message and, where there is one, the code. */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure';
  readonly status: number;
  readonly type: string;
  readonly details: FailureDetails;

  constructor(status: number, message: string, details: FailureDetails = {}, type = 'invalid_request_error') {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  /** The body of the answer. */
  toBody(): { error: Record<string, string> } {
    return { error: { ...this.details, message: this.message, type: this.type } };
  }
}

/** The failure for an id that names nothing; `kind` as Stripe writes it, like 'price'. */
export function missing(kind: string, id: string, param: string): StripeFailure {
  return new StripeFailure(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}
