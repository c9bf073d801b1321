import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import { TypedCredentials } from '../../shop/staff/schema.ts'
import { Approval, AskApproval, ById, Decision } from './schema.ts'
import type { ApprovalsService } from './service.ts'

const tag = 'selling'

const decisionProblems = [
  'forbidden',
  'merchant_suspended',
  'self_approval',
  'invalid_transition',
  'approval_expired',
] as const

export function approvalsRoutes(approvals: ApprovalsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/approvals',
      name: 'requestApproval',
      summary: 'Request a discount, refund or return',
      description:
        'A supervisor or manager of the store decides within 15 minutes. An approval is valid only for this request, in the current state ' +
        'of the cart or order, and once.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      idempotent: true,
      body: AskApproval,
      responses: { 201: Approval },
      problems: ['cart_closed', 'refund_exceeds', 'idempotency_key_reused'],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await approvals.ask(grant, body, headers['idempotency-key'])
        return replayed(created(answer, `/pos/approvals/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'POST',
      path: '/pos/approvals/{id}/approve',
      domain: 'approvals',
      name: 'approveApproval',
      summary: 'Approve another person’s request',
      tag,
      access: 'store:supervisor',
      store: 'row',
      params: ById,
      body: Decision,
      responses: { 200: Approval },
      problems: decisionProblems,
      handle: async ({ grant, params, body }) =>
        ok(await approvals.decide(grant, params.id, 'APPROVED', body)),
    }),
    route({
      method: 'POST',
      path: '/pos/approvals/{id}/reject',
      domain: 'approvals',
      name: 'rejectApproval',
      summary: 'Reject another person’s request',
      tag,
      access: 'store:supervisor',
      store: 'row',
      params: ById,
      body: Decision,
      responses: { 200: Approval },
      problems: decisionProblems,
      handle: async ({ grant, params, body }) =>
        ok(await approvals.decide(grant, params.id, 'REJECTED', body)),
    }),
    route({
      method: 'POST',
      path: '/pos/approvals/{id}/approve-at-till',
      name: 'approveApprovalAtTill',
      summary: 'Approve at the requesting till, with code and PIN of a supervisor or manager',
      description:
        'The requester stays signed in; the decision is made by the employee who enters code and PIN.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      params: ById,
      body: TypedCredentials,
      responses: { 200: Approval },
      problems: [
        ...decisionProblems,
        'employee_locked',
        'invalid_employee_code',
        'pin_not_chosen',
        'pin_expired',
        'overloaded',
      ],
      handle: async ({ grant, params, body }) => ok(await approvals.approveAtTill(grant, params.id, body)),
    }),
    route({
      method: 'POST',
      path: '/pos/approvals/{id}/cancel',
      domain: 'approvals',
      name: 'cancelApproval',
      summary: 'Withdraw your request',
      tag,
      access: 'store:cashier',
      store: 'row',
      params: ById,
      responses: { 200: Approval },
      problems: ['invalid_transition', 'approval_expired'],
      handle: async ({ grant, params }) => ok(await approvals.cancel(grant, params.id)),
    }),
  ]
}
