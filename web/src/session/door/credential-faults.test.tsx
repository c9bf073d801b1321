import { NoAnswer, ProblemError } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useCredentialFaults } from './credential-faults.ts'

await import('../../problems/refusal-texts.ts')

const refused = (code: string) => new ProblemError(403, { code, title: code })

function Faults({ error }: { error: Error | null }) {
  const { otherError, ...faults } = useCredentialFaults(error)
  return JSON.stringify({ ...faults, isOther: otherError !== null })
}

const faultsOf = (error: Error | null) =>
  JSON.parse(renderToStaticMarkup(<Faults error={error} />).replaceAll('&quot;', '"'))

test('a wrong password is said at the password, a wrong code at the code, and all else at neither', () => {
  expect(faultsOf(refused('reauthentication_required'))).toEqual({
    passwordFault: 'La contraseña no es correcta.',
    isOther: false,
  })
  expect(faultsOf(refused('invalid_code'))).toEqual({
    codeFault: 'El código no es correcto o ya se usó.',
    isOther: false,
  })
  for (const error of [refused('too_many_attempts'), refused('weak_password'), new NoAnswer('none')])
    expect(faultsOf(error)).toEqual({ isOther: true })
  expect(faultsOf(null)).toEqual({ isOther: false })
})
