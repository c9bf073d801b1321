import { created, ok, type Route, route } from '../../http/route.ts'
import { keyOf, replayed } from '../../idempotency/once.ts'
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
      summary: 'Ask for a discount, refund or return',
      description:
        'A supervisor or manager of the store decides within 15 minutes. It holds for just what is named here, as it ' +
        'is now, and once.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      idempotent: true,
      body: AskApproval,
      responses: { 201: Approval },
      problems: [
        'forbidden',
        'merchant_suspended',
        'cart_closed',
        'refund_exceeds',
        'idempotency_key_reused',
      ],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await approvals.ask(grant, body, keyOf(headers))
        return replayed(created(answer, `/pos/approvals/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'POST',
      path: '/pos/approvals/{id}/approve',
      domain: 'approvals',
      name: 'approveApproval',
      summary: 'Approve what somebody else has asked for',
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
      summary: 'Turn down what somebody else has asked for',
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
      summary: 'Approve at the asking till, by code and PIN of a supervisor or manager',
      description: 'Whoever asked stays signed in; the decision is that of the employee who types.',
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
      summary: 'Withdraw what one has asked for',
      tag,
      access: 'store:cashier',
      store: 'row',
      params: ById,
      responses: { 200: Approval },
      problems: ['forbidden', 'merchant_suspended', 'invalid_transition', 'approval_expired'],
      handle: async ({ grant, params }) => ok(await approvals.cancel(grant, params.id)),
    }),
  ]
}
