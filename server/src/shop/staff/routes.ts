import { created, noContent, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import { languageOf } from '../../identity/mails/service.ts'
import {
  AddEmail,
  Assistance,
  ById,
  Cashier,
  ChangeRole,
  CreateInvite,
  InviteManager,
  InvitePage,
  Membership,
  MembershipPage,
  MintedPin,
  MintPin,
  NewCashier,
  NewInvite,
  ResentInvite,
  StaffQuery,
} from './schema.ts'
import type { StaffService } from './service.ts'

export function staffRoutes(staff: StaffService): Route[] {
  return [...membershipRoutes(staff), ...inviteRoutes(staff), ...codeRoutes(staff)]
}

function membershipRoutes(staff: StaffService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/memberships',
      name: 'listMemberships',
      summary: 'List the members of stores with their roles',
      tag: 'shop',
      access: 'rows',
      store: 'query',
      query: StaffQuery,
      responses: { 200: MembershipPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await staff.members(grant, query)),
    }),
    route({
      method: 'PATCH',
      path: '/pos/memberships/{id}',
      domain: 'staff',
      name: 'changeMemberRole',
      summary: 'Change a member’s role',
      description: 'Takes effect on the member’s next request.',
      tag: 'shop',
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      params: ById,
      body: ChangeRole,
      responses: { 200: Membership },
      problems: ['owner_membership', 'email_required'],
      handle: async ({ grant, params, body, headers }) =>
        ok(await staff.changeRole(grant, params.id, body.role, languageOf(headers))),
    }),
    route({
      method: 'DELETE',
      path: '/pos/memberships/{id}',
      domain: 'staff',
      name: 'endMembership',
      summary: 'End a membership',
      description: 'Once this has returned, no request of the member in progress commits.',
      tag: 'shop',
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      params: ById,
      responses: { 204: null },
      problems: ['owner_membership'],
      handle: async ({ grant, params, headers }) => {
        await staff.endMembership(grant, params.id, languageOf(headers))
        return noContent()
      },
    }),
  ]
}

function inviteRoutes(staff: StaffService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/invites',
      name: 'createInvite',
      summary: 'Invite a person into a store',
      description:
        'Managers invite to every role, supervisors to cashier. The invitation is valid once, for seven days.',
      tag: 'shop',
      access: 'store:supervisor',
      confirmed: true,
      store: 'body',
      secret: true,
      body: CreateInvite,
      responses: { 201: NewInvite },
      problems: ['already_member', 'platform_staff'],
      handle: async ({ grant, body, headers }) =>
        created(await staff.invite(grant, body, languageOf(headers))),
    }),
    route({
      method: 'POST',
      path: '/pos/memberships/{id}/email-invites',
      domain: 'staff',
      name: 'inviteToAddEmail',
      summary: 'Invite a member without an e-mail to add one',
      description:
        'The member accepts with the PIN that they chose at the till and sets a password, with which they can sign in to the ' +
        'back office. Refused to the person who gave them the PIN, unless that is the owner. The invitation works once, ' +
        'within seven days; a new one replaces it.',
      tag: 'shop',
      access: 'store:supervisor',
      confirmed: true,
      store: 'row',
      secret: true,
      params: ById,
      body: AddEmail,
      responses: { 201: NewInvite },
      problems: ['invalid_transition', 'email_taken', 'inviter_gave_pin'],
      handle: async ({ grant, params, body, headers }) =>
        created(await staff.inviteToAddEmail(grant, params.id, body.email, languageOf(headers))),
    }),
    route({
      method: 'GET',
      path: '/pos/invites',
      name: 'listInvites',
      summary: 'List open invitations',
      tag: 'shop',
      access: 'rows',
      store: 'query',
      query: StaffQuery,
      responses: { 200: InvitePage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await staff.invites(grant, query)),
    }),
    route({
      method: 'DELETE',
      path: '/pos/invites/{id}',
      domain: 'staff',
      name: 'revokeInvite',
      summary: 'Withdraw an invitation',
      tag: 'shop',
      access: 'store:supervisor',
      store: 'row',
      params: ById,
      responses: { 204: null },
      problems: ['invite_spent'],
      handle: async ({ grant, params }) => {
        await staff.revokeInvite(grant, params.id)
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/platform/merchants/{id}/manager-invites',
      name: 'inviteManager',
      summary: 'Invite a manager into a store of a merchant',
      description:
        'For a store whose own people cannot. The invitation is in the store’s list, and its people may withdraw it. It is valid once, for seven days.',
      tag: 'shop',
      access: 'platform:admin',
      confirmed: true,
      secret: true,
      params: ById,
      body: InviteManager,
      responses: { 201: NewInvite },
      problems: [
        'forbidden',
        'mfa_required',
        'already_member',
        'platform_staff',
        'merchant_suspended',
        'merchant_closed',
      ],
      handle: async ({ grant, params, body, headers }) =>
        created(await staff.inviteManager(grant, params.id, body, languageOf(headers))),
    }),
    route({
      method: 'POST',
      path: '/platform/invites/{id}/resend',
      name: 'resendInvite',
      summary: 'Renew the link of an invitation for seven days',
      description:
        'For a person who asked the platform for help. The token that was sent stays the same and is not shown.',
      tag: 'shop',
      access: 'platform:operator',
      confirmed: true,
      params: ById,
      body: Assistance,
      responses: { 200: ResentInvite },
      problems: ['forbidden', 'mfa_required', 'invite_spent'],
      handle: async ({ grant, params, body }) => ok(await staff.resendInvite(grant, params.id, body.reason)),
    }),
  ]
}

function codeRoutes(staff: StaffService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/cashiers',
      name: 'createCashier',
      summary: 'Add a cashier by name, with a code and a PIN that is shown once',
      description:
        'For a person who only sells: no e-mail, no password, no way in except code and PIN at a terminal of the store. The PIN opens ' +
        'no session: its holder replaces it at a terminal with their own (`POST /auth/terminal-pins`), once and within three days.',
      tag: 'shop',
      access: 'store:supervisor',
      confirmed: true,
      store: 'body',
      idempotent: true,
      secret: true,
      body: NewCashier,
      responses: { 201: Cashier },
      problems: ['duplicate_value', 'too_many_cashiers', 'idempotency_key_reused'],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await staff.addCashier(grant, body, headers['idempotency-key'])
        return replayed(created(answer), isReplay)
      },
    }),
    route({
      method: 'POST',
      path: '/pos/employees/{id}/pin',
      domain: 'staff',
      name: 'createEmployeePin',
      summary: 'Generate a PIN for an employee, and a code if there is none; the PIN is shown once',
      description:
        'It opens no session: its holder replaces it at a terminal with their own PIN (`POST /auth/terminal-pins`), once and ' +
        'within three days. Supervisors may do this for cashiers, managers for everybody except the owner, and owners for themselves. Sessions opened with the previous PIN end.',
      tag: 'shop',
      access: 'store:supervisor',
      confirmed: true,
      store: 'row',
      secret: true,
      params: ById,
      body: MintPin,
      responses: { 201: MintedPin },
      problems: ['weak_pin', 'invalid_transition', 'duplicate_value'],
      handle: async ({ grant, params, body }) => created(await staff.mintPin(grant, params.id, body)),
    }),
    route({
      method: 'POST',
      path: '/pos/employees/{id}/unlock',
      domain: 'staff',
      name: 'unlockEmployee',
      summary: 'Unlock an employee’s code at every terminal of the store',
      tag: 'shop',
      access: 'store:supervisor',
      store: 'row',
      params: ById,
      responses: { 204: null },
      problems: ['invalid_transition'],
      handle: async ({ grant, params }) => {
        await staff.unlockEmployee(grant, params.id)
        return noContent()
      },
    }),
  ]
}
