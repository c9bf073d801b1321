import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('a password matches its own hash, in any Unicode form, and no other does', async () => {
  const passwords = createPasswords()
  const passwordHash = await passwords.hashOf('contraseña muy larga'.normalize('NFC'))
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches('contraseña muy larga'.normalize('NFD'), passwordHash)).toBe(true)
  expect(await passwords.matches('contrasena muy larga', passwordHash)).toBe(false)
})

test('without a hash nothing matches, not even the dummy password, and it takes as long', async () => {
  const passwords = createPasswords()
  const passwordHash = await passwords.hashOf('some real password')
  // The processor's time, and the shortest of each: what else goes on only makes one longer.
  const shortestUs = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  for (let i = 0; i < 20; i++) {
    const who = i % 2 === 0 ? 'known' : 'unknown'
    const before = process.cpuUsage()
    const isMatch = await passwords.matches('no password is this one', who === 'known' ? passwordHash : null)
    // Linux divides the time between user and system by samples: only the sum is exact.
    const { user, system } = process.cpuUsage(before)
    shortestUs[who] = Math.min(shortestUs[who], user + system)
    expect(isMatch).toBe(false)
  }
  expect(shortestUs.unknown).toBeGreaterThan(shortestUs.known / 3)
})

test('requests beyond the queue are told to retry, and the others are served', async () => {
  const passwords = createPasswords()
  const answers = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.matches('x', null)))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(80 - 66)
  for (const answer of refused) expect(answer.reason).toMatchObject({ code: 'overloaded' })
  expect(await passwords.matches('x', null)).toBe(false)
})
