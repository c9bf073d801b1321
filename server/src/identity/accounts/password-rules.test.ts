import { expect, test } from 'vitest'
import { Problem } from '../../problem/problem.ts'
import { assertStrong } from './password-rules.ts'

const ana = { email: 'ana.trejo@abarroteslupita.mx', name: 'Ana María Trejo', hasSecondFactor: false }

function verdict(password: string, owner = ana): string {
  try {
    assertStrong(password, owner)
    return 'strong'
  } catch (error) {
    return error instanceof Problem && error.code === 'weak_password' ? 'weak' : String(error)
  }
}

test.each([
  ['mostrador-demo-2026', 'the demo’s'],
  ['el perro come tortillas azules', 'a sentence'],
  ['ñandú-ñandú-quiltro-7', 'letters beyond ASCII'],
  ['k7#Qz9!mWp2$xLr', 'fifteen at random'],
  ['ana.trejo vende muchas gorditas', 'the person’s name within a longer text'],
])('%s is accepted: %s', (password) => {
  expect(verdict(password)).toBe('strong')
})

test.each([
  ['corta-y-rara-7', 14, 'fourteen characters'],
  ['password1234567', 15, 'common, with digits'],
  ['P4ssw0rdP4ssw0rd', 16, 'common, twice, with digits for letters'],
  ['contraseñacontraseña', 20, 'common in Spanish, twice'],
  ['1234567890123456', 16, 'digits in order'],
  ['qwertyuiopasdfgh', 16, 'a walk along the keyboard'],
  ['zyxwvutsrqponmlkj', 17, 'the alphabet backwards'],
  ['aaaaaaaaaaaaaaaaaaaa', 20, 'one character'],
  ['abc-abc-abc-abc-abc', 19, 'a short part repeated'],
  ['AnaMariaTrejo2026', 17, 'the name and a year'],
  ['ana.trejo.123456', 16, 'the e-mail address and digits'],
])('%s is refused (%i characters: %s)', (password, length) => {
  expect([...password]).toHaveLength(length)
  expect(verdict(password)).toBe('weak')
})

test('with a second factor eight characters are enough, and seven are not', () => {
  const owner = { ...ana, hasSecondFactor: true }
  expect(verdict('k7#Qz9!m', owner)).toBe('strong')
  expect(verdict('k7#Qz9!', owner)).toBe('weak')
  expect(verdict('k7#Qz9!m')).toBe('weak')
  expect(verdict('password12', owner)).toBe('weak')
})

test('length counts characters as people see them, in any Unicode form', () => {
  const decomposed = 'áéíóúñçüöäà'.normalize('NFD')
  expect(decomposed.length).toBeGreaterThan(15)
  expect(verdict(decomposed)).toBe('weak')
})
