/** The provider's error codes, with their HTTP status and message. */
export const wireErrors = {
  badRequest: { code: 1000400, status: 400, message: 'Bad Request' },
  unauthorized: { code: 1000401, status: 401, message: 'Unauthorized' },
  notFound: { code: 1000404, status: 404, message: 'Resource not found' },
  tooManyRequests: { code: 1000429, status: 429, message: 'Too many requests' },
  productNotAvailable: { code: 1003001, status: 404, message: 'Product is not available in your account' },
  amountOutOfRange: { code: 1003002, status: 400, message: 'Requested product amount is out of range' },
  unitInvalid: { code: 1003003, status: 400, message: 'Requested product unit is invalid' },
  creditPartyInvalid: { code: 1005003, status: 400, message: 'Credit party mobile number is invalid' },
  serviceNotFound: { code: 1005004, status: 404, message: 'Service not found' },
  operatorNotFound: { code: 1005006, status: 404, message: 'Operator not found' },
  insufficientBalance: { code: 1006001, status: 400, message: 'Insufficient balance' },
  externalIdUsed: { code: 1007001, status: 400, message: 'Transaction external ID has already been used' },
  alreadyConfirmed: { code: 1007002, status: 400, message: 'Transaction has already been confirmed' },
  notConfirmable: { code: 1007004, status: 400, message: 'Transaction can no longer be confirmed' },
  alreadyCancelled: { code: 1007005, status: 400, message: 'Transaction has already been cancelled' },
  notCancellable: { code: 1007007, status: 400, message: 'Transaction can no longer be cancelled' },
  notSupported: { code: 1007500, status: 400, message: 'Method not supported by operator' },
  transactionNotFound: { code: 1008004, status: 404, message: 'Transaction not found' },
  unexpected: { code: 1009001, status: 500, message: 'Unexpected error, please contact our support team' },
  unavailable: { code: 1009503, status: 503, message: 'Service unavailable, please retry later' },
} as const
export type WireErrorName = keyof typeof wireErrors

/** A refusal in the provider's API; the handler converts it to `{errors: [{code, message}]}`. */
export class WireError extends Error {
  override readonly name = 'WireError'
  readonly code: number
  readonly status: number

  constructor(error: WireErrorName, detail?: string) {
    super(detail ? `${wireErrors[error].message}: ${detail}` : wireErrors[error].message)
    this.code = wireErrors[error].code
    this.status = wireErrors[error].status
  }
}
