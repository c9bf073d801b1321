import { expect, test, vi } from 'vitest'
import { closingOf } from './form-layer.ts'

const desk = import.meta.glob<string>(
  ['../../{backoffice,desk,platform}/**/*.tsx', '../../session/confirmation/*.tsx', '!../../**/*.test.tsx'],
  { query: '?raw', import: 'default', eager: true },
)
const till = import.meta.glob<string>(['../../terminal/**/*.tsx', '!../../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** A row of a list: its sale is kept on this device first, so nothing depends on its answer. */
const ofRows = ['../../terminal/offline/left-row.tsx']
/** The drawer of a stock level is a list first. Its only field is saved on its own and closes nothing. */
const ofLists = ['../../backoffice/stock/inventory/level-drawer.tsx']

test('a click beside a form does not close it, and one beside anything else does', () => {
  const onClose = vi.fn()
  expect(closingOf({ onClose, isSending: false }).closeOnClickOutside).toBe(false)
  expect(closingOf({ onClose }).closeOnClickOutside).toBe(true)
  expect(closingOf({ onClose, closeOnClickOutside: false }).closeOnClickOutside).toBe(false)
})

test('a form cannot be closed while it is sent, so that its refusal is seen and its success closes no other', () => {
  const onClose = vi.fn()
  closingOf({ onClose, isSending: true }).onClose()
  expect(onClose).not.toHaveBeenCalled()
  closingOf({ onClose, isSending: false }).onClose()
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('every dialog and drawer of the desk that has a form says whether it is being sent', () => {
  const withForm = Object.entries(desk).filter(
    ([, source]) => source.includes('<form') && /<(Modal|Drawer)\b/.test(source),
  )
  expect(withForm.length).toBeGreaterThan(15)
  const silent = withForm.filter(([, source]) => !source.includes('isSending=')).map(([file]) => file)
  expect(silent).toEqual(ofLists)
})

test('every form of the till that sends something says whether it is being sent, or names its mutation for its layer', () => {
  const sending = Object.entries(till).filter(
    ([, source]) => /<form\b|<FormDialog\b/.test(source) && source.includes('useMutation('),
  )
  expect(sending.length).toBeGreaterThan(7)
  const isTold = (source: string) => source.includes('isSending=') || source.includes('mutationKey:')
  expect(sending.filter(([, source]) => !isTold(source)).map(([file]) => file)).toEqual(ofRows)
})
