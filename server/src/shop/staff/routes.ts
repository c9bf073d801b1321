import { created, noContent, ok, type Route, route } from '../../http/route.ts'
import {
  Assistance,
  ById,
  ChangeRole,
  CreateInvite,
  InviteManager,
  InvitePage,
  Membership,
  MembershipPage,
  MintedPin,
  MintPin,
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
      summary: 'Who works in the stores, in which role',
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
      summary: 'Give a member another role',
      description: 'Holds from the member’s next request on.',
      tag: 'shop',
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      params: ById,
      body: ChangeRole,
      responses: { 200: Membership },
      problems: ['forbidden', 'merchant_suspended', 'owner_membership'],
      handle: async ({ grant, params, body }) => ok(await staff.changeRole(grant, params.id, body.role)),
    }),
    route({
      method: 'DELETE',
      path: '/pos/memberships/{id}',
      domain: 'staff',
      name: 'endMembership',
      summary: 'End a membership',
      description: 'Once this has answered, nothing that the member had under way commits any more.',
      tag: 'shop',
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      params: ById,
      responses: { 204: null },
      problems: ['forbidden', 'merchant_suspended', 'owner_membership'],
      handle: async ({ grant, params }) => {
        await staff.endMembership(grant, params.id)
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
      summary: 'Invite somebody into a store',
      description: 'Managers invite into every role, supervisors cashiers. Good for seven days, once.',
      tag: 'shop',
      access: 'store:supervisor',
      confirmed: true,
      store: 'body',
      secret: true,
      body: CreateInvite,
      responses: { 201: NewInvite },
      problems: ['already_member', 'platform_staff'],
      handle: async ({ grant, body }) => {
        const invite = await staff.invite(grant, body)
        return created(invite)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/invites',
      name: 'listInvites',
      summary: 'Invitations that are still open',
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
      problems: ['forbidden', 'merchant_suspended', 'invite_spent'],
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
        'For a store whose own people cannot. The invitation stands in their list, and they may withdraw it. Good for seven days, once.',
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
      handle: async ({ grant, params, body }) => created(await staff.inviteManager(grant, params.id, body)),
    }),
    route({
      method: 'POST',
      path: '/platform/invites/{id}/resend',
      name: 'resendInvite',
      summary: 'Make the link of an invitation good for another seven days',
      description:
        'For somebody who asked the platform for help. The token stays the one that was sent, and is not shown.',
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
      path: '/pos/employees/{id}/pin',
      domain: 'staff',
      name: 'createEmployeePin',
      summary: 'Give an employee a PIN, and a code where there is none; answers both, the PIN this once',
      description:
        'It opens no session: at a terminal it is traded for one that its holder chooses (`POST /auth/terminal-pins`), once and ' +
        'within three days. Supervisors for cashiers, managers for everybody but the owner, who does it alone. Sessions that the PIN before has opened end.',
      tag: 'shop',
      access: 'store:supervisor',
      confirmed: true,
      store: 'row',
      secret: true,
      params: ById,
      body: MintPin,
      responses: { 201: MintedPin },
      problems: ['forbidden', 'merchant_suspended', 'weak_pin', 'invalid_transition', 'duplicate_value'],
      handle: async ({ grant, params, body }) => created(await staff.mintPin(grant, params.id, body)),
    }),
    route({
      method: 'POST',
      path: '/pos/employees/{id}/unlock',
      domain: 'staff',
      name: 'unlockEmployee',
      summary: 'Forget the wrong tries at an employee’s code, at every terminal of the store',
      tag: 'shop',
      access: 'store:supervisor',
      store: 'row',
      params: ById,
      responses: { 204: null },
      problems: ['forbidden', 'merchant_suspended', 'invalid_transition'],
      handle: async ({ grant, params }) => {
        await staff.unlockEmployee(grant, params.id)
        return noContent()
      },
    }),
  ]
}
