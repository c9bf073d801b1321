import { isProblem } from '@mostrador/client'
import { useProblemWords } from '../../problems/problem-words.ts'

interface CredentialFaults {
  /** Said at the password. */
  readonly passwordFault: string | undefined
  /** Said at the code of the second factor. */
  readonly codeFault: string | undefined
  /** What neither of the two is to blame for; `null` without an error. */
  readonly otherError: Error | null
}

/** A refusal of what somebody proves again, at the field that is wrong. */
export function useCredentialFaults(error: Error | null): CredentialFaults {
  const words = useProblemWords()
  const isPassword = isProblem(error, 'reauthentication_required')
  const isCode = isProblem(error, 'invalid_code')
  return {
    passwordFault: isPassword ? words(error).title : undefined,
    codeFault: isCode ? words(error).title : undefined,
    otherError: isPassword || isCode ? null : error,
  }
}
