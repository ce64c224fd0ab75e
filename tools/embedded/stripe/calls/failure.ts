/** Optional fields of Stripe's errors. */
export type FailureDetails = { code?: string; param?: string };

/** A refused request, with the fields of Stripe's errors and the HTTP status. */
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

/** The failure for an unknown id; `kind` is Stripe's name of the object, such as 'price'. */
export function missingParameter(kind: string, id: string, param: string): StripeFailure {
  return new StripeFailure(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}
