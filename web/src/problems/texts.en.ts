import type { Translated } from '../ui/words/language.ts'
import type { problemTexts } from './texts.ts'

export const problemEnglish: Translated<typeof problemTexts> = {
  noAnswer: 'No connection to the server',
  noAnswerHint: 'Check the network, then try again.',
  mayBeDone: 'No answer came from the server. It may have been done: check the list before you repeat it.',
  changedFile: 'The file has changed. Choose it again.',
  unexpected: 'Something went wrong on our side',
  unexpectedHint: 'The error was logged. Try again in a moment.',
  refused: 'It could not be done.',
  refusedHint: 'Check what you entered and try again. Reason: {{code}}.',
  invalid_request: 'Check the marked fields.',
  field: 'Check this value: it cannot be saved like this.',
  unauthenticated: 'Your session has ended',
  invalid_credentials: 'The email, password or code is wrong.',
  too_many_attempts: 'Too many attempts. Wait {{seconds}} seconds.',
}
