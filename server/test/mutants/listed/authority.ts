import { sabotages } from '../sabotage.ts'

const guard = sabotages(
  'authority',
  'server/src/authorization/guard.ts',
  ['server/src/authorization', 'server/test/access/routes.test.ts'],
  [
    {
      before: 'if (membership === undefined || !outranks(membership.role, required)) throw tooLow(required)',
      after: 'if (membership === undefined) throw tooLow(required)',
      breaks: 'a store route requires its role',
    },
    {
      before: 'if (principal.keyScopes !== null) assertKeyScope(grant, principal.keyScopes)',
      after: '',
      breaks: 'an API key reaches only what its scopes name',
    },
    {
      before: 'const missing = keyScopes.find((scope) => !held.includes(scope))',
      after: 'const missing = keyScopes.slice(0, 1).find((scope) => !held.includes(scope))',
      breaks: 'an API key has every scope whose rows are in the answer',
    },
    {
      before: 'if (principal.terminalId !== null && !grant.isForTills) {',
      after: 'if (false) {',
      breaks: 'a session at a terminal does only what a till does',
    },
    {
      before: 'if (principal.isRestored && !grant.reconciles) {',
      after: 'if (false) {',
      breaks: 'a restored database lets the platform only reconcile',
      tests: ['server/test/restored.test.ts', 'server/test/reconcile.test.ts'],
    },
    {
      before: 'if (!principal.labelsAct) {',
      after: 'if (false) {',
      breaks: 'platform labels act only with a second factor',
      tests: ['server/src/authorization', 'server/src/identity'],
    },
    {
      before: '!(isUnattended && Object.values(labelOf).some((label) => labels.includes(label)))',
      after: 'true || isUnattended || labels',
      breaks: 'a page that polls does not keep a session of platform staff',
      tests: ['server/test/one-plane.test.ts'],
    },
    {
      before: 'if (grant.needsConfirmation && !isConfirmed) {',
      after: 'if (false) {',
      breaks: 'what is confirmed asks for password and second factor',
    },
    {
      before: "(plane === 'platform' && principal.waivesConfirmation)",
      after: 'principal.waivesConfirmation',
      breaks: 'what the platform waives for its staff is not waived for stores',
    },
    {
      before: 'if (keyScopes.length === 0 || needsConfirmation) {',
      after: 'if (keyScopes.length === 0) {',
      breaks: 'an API key confirms nothing',
      survives: 'no route has both, which a law over the routes holds',
    },
    {
      before: "if (others.length > 0) throw new Problem('store_required', { detail: 'Send storeId.' })",
      after: '',
      breaks: 'who works in several stores names one',
    },
    {
      before: 'if (!isActive(membership)) throw suspended()',
      after: '',
      breaks: 'a suspended merchant does nothing',
      tests: ['server/src/authorization', 'server/test/kill-switches.test.ts'],
    },
    {
      before: 'else if (!memberships.some(isActive)) throw suspended()',
      after: '',
      breaks: 'people of a suspended merchant learn why nothing can be found',
      tests: ['server/test/access/routes.test.ts'],
    },
  ],
)

const deciding = sabotages(
  'authority',
  'server/src/selling/approvals/functions.sql',
  ['server/src/selling/approvals'],
  [
    {
      before: 'and m.id = p_as and m.ended_at is null;',
      after: 'and m.id = p_as;',
      breaks: 'who was dismissed after entering the PIN decides nothing',
    },
    {
      before: "where a.id = v_decider.account_id and a.status = 'ACTIVE';",
      after: 'where a.id = v_decider.account_id;',
      breaks: 'who was blocked after entering the PIN decides nothing',
    },
    {
      before: ' and p.pin_hash = p_pin_hash',
      after: '',
      breaks: 'a PIN that was replaced after it was entered decides nothing',
    },
    {
      before: 'elsif v_decider.account_id = v_approval.requested_by then',
      after: 'elsif false then',
      breaks: 'nobody decides on their own request',
    },
  ],
)

const password = sabotages(
  'authority',
  'server/src/identity/accounts/own-account.ts',
  ['server/src/identity/accounts/confirming.test.ts'],
  [
    {
      before: 'queries.returnAttempts(tx, own.charged)',
      after: 'queries.forgetAttempts(tx, own.charged)',
      breaks: 'wrong codes are counted although the password was right',
    },
  ],
)

const accepting = sabotages(
  'authority',
  'server/src/shop/staff/accepting.sql',
  ['server/src/platform/assignments'],
  [
    {
      before: 'and not identity.oversees_person(v_invite.invited_by, a.id))',
      after: 'and false)',
      breaks: 'the link of a confined administrator opens only what they oversee',
    },
    {
      before: 'elsif shop.may_know_pin(p_invite.invited_by, p_invite.merchant_id, v_membership) then',
      after: 'elsif false then',
      breaks: 'nobody takes over an account by a PIN that they gave and an invitation of theirs',
      tests: ['server/src/shop/staff/adding-email.test.ts'],
    },
  ],
)

const resets = sabotages(
  'authority',
  'server/src/identity/accounts/password-resets.sql',
  ['server/src/identity/accounts/reset-links.test.ts'],
  [
    {
      before: 'if not v_is_of_platform and not',
      after: 'if false and not',
      breaks: 'a link sets a password only while its issuer may issue it',
    },
  ],
)

const newPasswords = sabotages(
  'authority',
  'server/src/identity/accounts/passwords.sql',
  ['server/src/identity/accounts/resetting.test.ts'],
  [
    {
      before: '  perform identity.end_links_of(app.account_id(), null);\n',
      after: '',
      breaks: 'a link from before a change of the password sets no other',
    },
  ],
)

const disabling = sabotages(
  'authority',
  'server/src/shop/terminals/functions.sql',
  ['server/src/shop/terminals/terminals.test.ts'],
  [
    {
      before: `'terminal_disabled');
    delete from shop.terminal_enabling_codes c where c.merchant_id = p_merchant and c.terminal_id = p_id;`,
      after: `'terminal_disabled');`,
      breaks: 'no open code enables a terminal whose record was disabled',
    },
  ],
)

const proving = [
  ...sabotages(
    'authority',
    'server/src/platform/merchants/functions.sql',
    ['server/src/platform/merchants/ownership.test.ts'],
    [
      {
        before: '  perform identity.assert_proved(v_owner.id);\n',
        after: '',
        breaks: 'nobody becomes an owner by joining a store with another person’s address',
      },
    ],
  ),
  ...sabotages(
    'authority',
    'server/src/platform/labels/functions.sql',
    ['server/src/platform/labels'],
    [
      {
        before: '  perform identity.assert_proved(v_account.id);\n',
        after: '',
        breaks: 'nobody gets a label by joining a store with another person’s address',
      },
    ],
  ),
]

const replica = sabotages(
  'authority',
  'server/src/database/replica.ts',
  ['server/test/replica.test.ts'],
  [
    {
      before: 'if (hasAll === true && replayed !== null) {',
      after: 'if (replayed !== null) {',
      breaks: 'a report has everything that was committed when it was asked for',
    },
    {
      before: 'if (replayed !== lsn && !(await isWritten(replayed)))',
      after: 'if (false)',
      breaks: 'nothing is read at a standby that has more than a restored primary',
    },
    {
      before: 'if (error instanceof PrimaryFault) throw error.cause',
      after: '',
      breaks: 'a fault of the primary is not reported as a fault of the standby',
    },
    {
      before: "  'app.overseen',\n",
      after: '',
      breaks: 'a standby reads as the caller whom the primary has settled',
    },
    {
      before: 'if (misfit !== undefined) throw new Unfit(misfits[misfit])',
      after: '',
      breaks: 'nothing is read at a server that is no standby of this primary',
    },
  ],
)

const standbys = sabotages(
  'authority',
  'server/src/database/standby.ts',
  ['server/test/replica.test.ts'],
  [
    {
      before: ' || there.databaseOid !== primary.databaseOid',
      after: '',
      breaks: 'nothing is read in another database of the standby',
    },
    {
      before: "if (!there.isStandby) return 'notStandby'",
      after: '',
      breaks: 'nothing is read at a server that is not a standby',
    },
    {
      before: "return there.timeline === primary.timeline ? undefined : 'otherTimeline'",
      after: 'return undefined',
      breaks: 'nothing is read at the standby of a history that a restore has left behind',
    },
  ],
)

const seals = sabotages(
  'audit',
  'server/src/adapters/journals/seal-file.ts',
  ['server/test/audit-verify.test.ts'],
  [
    {
      before: 'await cutUnfinishedLine(handle)',
      after: '',
      breaks: 'a seal is not written into the line of one that a full disk cut',
    },
    {
      before: 'sealsOf(file, found?.size ?? 0)',
      after: 'sealsOf(file)',
      breaks: 'a seal that a server adds while the log is verified is no fault',
    },
  ],
)

const lines = sabotages(
  'audit',
  'server/src/adapters/journals/lines.ts',
  ['server/src/adapters/journals/lines.test.ts', 'server/test/audit-verify.test.ts'],
  [
    {
      before: 'const start = await afterLineBreak(handle, end - 1)',
      after: 'const start = await afterLineBreak(handle, end)',
      breaks: 'the last line of a journal is what a start compares with the database',
    },
    {
      before: 'const end = await endOfLines(handle)\n    if (end === 0)',
      after: 'const end = (await handle.stat()).size + 1\n    if (end === 0)',
      breaks: 'a seal that was being written when the process died keeps no server from starting',
    },
  ],
)

const noting = sabotages(
  'authority',
  'server/src/audit/authority/functions.sql',
  ['server/src/audit/authority/comparing.test.ts'],
  [
    {
      before: 'has_all = f.has_all and v_waited = v_count and excluded.line_count = f.line_count + v_count',
      after: 'has_all = f.has_all and v_waited = v_count',
      breaks: 'a database that was set back under a running server is compared with what it lacks',
    },
    {
      before: 'v_waited = v_count and p_line_count = 1 + v_count)',
      after: 'p_line_count = 1 + v_count)',
      breaks: 'a database has every act of a file only when all of them waited in it',
    },
  ],
)

const comparing = sabotages(
  'authority',
  'server/src/audit/authority/comparing.ts',
  ['server/src/audit/authority/comparing.test.ts'],
  [
    {
      before: 'events.set(act.id, act)\n  return false',
      after: 'events.set(act.id, act)\n  return true',
      breaks: 'a file with acts that the database lacks is read by each start',
    },
    {
      before: ' && !hasNodes(mergedIdentity(identity, facts.identity))',
      after: '',
      breaks: 'a node that was set back alone is found by the acts that it lacks',
    },
    {
      before: 'record?.hasAll === true && record.head === position.head',
      after: 'record?.hasAll === true',
      breaks: 'acts that were written after the last that the database knows are compared with it',
    },
  ],
)

const sealing = sabotages(
  'audit',
  'server/src/audit/log/functions.sql',
  ['server/src/audit/log/sealing.test.ts'],
  [
    {
      before: 'if audit.has_commit_in_doubt() then',
      after: 'if false then',
      breaks: 'an entry of a commit in doubt is sealed when it is there',
    },
    {
      before:
        "case when v_now < v_through - c_slow then tstzrange(v_now - interval '1 hour', v_now + c_slow) else 'empty' end",
      after: "'empty'::tstzrange",
      breaks: 'what is written while the clock is behind is sealed',
    },
    {
      before: "return coalesce(v_behind, '{}') + tstzmultirange(",
      after: 'return tstzmultirange(',
      breaks: 'what was written before the clock was set is sealed afterwards',
    },
    {
      before: 'where not v_sealable @> to_timestamp(audit.made_at_ms(n.id) / 1000.0)',
      after: '',
      breaks: 'an entry that waits for its seal is no fault',
    },
  ],
)

const files = sabotages(
  'authority',
  'server/src/spreadsheet/exporting.ts',
  ['server/src/reporting/exports'],
  [
    {
      before: 'await database.write(grant, (tx) => queries.recordExport(tx, place, route, facts))',
      after: '',
      breaks: 'who takes a file of records out is recorded',
    },
    {
      before: 'if (first === undefined || others.some(({ merchantId }) => merchantId !== first.merchantId))',
      after: 'if (first === undefined)',
      breaks: 'a file of several merchants is recorded for none of them',
    },
  ],
)

const costs = [
  ...sabotages(
    'authority',
    'server/src/collections/costs.ts',
    ['server/src/collections/costs.test.ts'],
    [
      {
        before: "seen.has(found.item['storeId'] as string)",
        after: "true || seen.has(found.item['storeId'] as string)",
        breaks: 'who does not read the reports of a store sees no costs',
      },
      {
        before: ', version: found.version + withoutCosts }',
        after: ' }',
        breaks: 'a cashier is not shown the costs that a manager’s browser has cached',
      },
      {
        before: 'value !== null || !costs.includes(name)',
        after: 'true || value !== null || !costs.includes(name)',
        breaks: 'nobody erases a cost that they were not shown',
      },
    ],
  ),
  ...sabotages(
    'authority',
    'server/src/collections/service.ts',
    ['server/src/collections/costs.test.ts'],
    [
      {
        before: 'const { item, version } = await asShown(tx, of, answer)',
        after: 'const { item, version } = answer',
        breaks: 'a program that repeats what another has written sees no costs of it',
      },
    ],
  ),
  ...sabotages(
    'authority',
    'server/src/stock/transfers/service.ts',
    ['server/src/collections/costs.test.ts'],
    [
      {
        before: 'if (costsSeen.has(answer.storeId)) return',
        after: 'if (isReplay || costsSeen.has(answer.storeId)) return',
        breaks: 'a program that repeats the transfer of another sees no costs of it',
      },
    ],
  ),
]

const addresses = sabotages(
  'audit',
  'server/src/events/webhooks/functions.sql',
  ['server/src/events/webhooks/targets.test.ts'],
  [
    {
      before: "jsonb_build_object('host', events.host_of((p_webhook).url),",
      after: "jsonb_build_object('host', (p_webhook).url,",
      breaks: 'the audit log has no address of a webhook',
    },
  ],
)

const lookups = sabotages(
  'authority',
  'server/src/events/webhooks/service.ts',
  ['server/src/events/webhooks/refusals.test.ts'],
  [
    {
      before: '  await queries.assertManages(tx, of)',
      after: '',
      breaks: 'a host is looked up only for a caller who may manage its webhook',
    },
  ],
)

export const authoritySabotages = [
  ...lookups,
  ...guard,
  ...deciding,
  ...password,
  ...accepting,
  ...resets,
  ...newPasswords,
  ...disabling,
  ...proving,
  ...replica,
  ...standbys,
  ...seals,
  ...lines,
  ...noting,
  ...comparing,
  ...sealing,
  ...files,
  ...costs,
  ...addresses,
]
