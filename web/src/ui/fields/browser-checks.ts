import { useEffect, useRef } from 'react'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

/**
 * Before a form is sent, the browser validates its fields, with messages in the browser's language. This replaces them by
 * ours, in the reader's language, for all forms.
 */
export function useBrowserChecks(): void {
  const t = useWords(uiTexts)
  // Kept when texts that arrive late renew the listeners: a message that is being read stays.
  const { current: shown } = useRef(new Set<Field>())
  useEffect(() => {
    const messageFor = (field: Field) => {
      const { valueMissing, typeMismatch, tooShort } = field.validity
      if (valueMissing) return t('missing')
      if (typeMismatch && field.type === 'email') return t('notAnEmail')
      if (tooShort && 'minLength' in field) return t('tooShort', { least: field.minLength })
      return t('otherForm')
    }
    const show = ({ target }: Event) => {
      if (!isField(target)) return
      // Without an earlier message of ours, which would count as an error itself.
      target.setCustomValidity('')
      target.setCustomValidity(messageFor(target))
      shown.add(target)
    }
    // A field with a message stays invalid until the message is cleared, also when a scan has filled the field in.
    const clear = () => {
      for (const field of shown) field.setCustomValidity('')
      shown.clear()
    }
    const clearOnEnter = ({ key }: KeyboardEvent) => key === 'Enter' && clear()
    const early = { capture: true }
    document.addEventListener('invalid', show, early)
    document.addEventListener('input', clear, early)
    document.addEventListener('click', clear, early)
    document.addEventListener('keydown', clearOnEnter, early)
    return () => {
      document.removeEventListener('invalid', show, early)
      document.removeEventListener('input', clear, early)
      document.removeEventListener('click', clear, early)
      document.removeEventListener('keydown', clearOnEnter, early)
    }
  }, [t, shown])
}
