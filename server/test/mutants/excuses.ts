/** Why no test notices a derived sabotage, where that is right: by its file and what it breaks. */
export const excuses: Readonly<Record<string, string>> = {
  'server/src/identity/accounts/functions.sql: identity.assert_may_own calls identity.lock_administrators':
    'who makes another an owner oversees all merchants, and their own authority is locked until they have: they are the one who is left',
}
