import { useEffect } from 'react'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

/**
 * Before a form is sent, the browser checks what its fields require, and says what is wrong in its own language
 * and in a validator's words. With this it says so in the reader's language and in ours. Once for all forms.
 */
export function useBrowserChecks(): void {
  const t = useWords(uiTexts)
  useEffect(() => {
    const told = new Set<Field>()
    const faultOf = (field: Field) => {
      const { valueMissing, typeMismatch, tooShort } = field.validity
      if (valueMissing) return t('missing')
      if (typeMismatch && field.type === 'email') return t('notAnEmail')
      if (tooShort && 'minLength' in field) return t('tooShort', { least: field.minLength })
      return t('otherForm')
    }
    const tell = ({ target }: Event) => {
      if (!isField(target)) return
      // The fault itself, and not that it was told before.
      target.setCustomValidity('')
      target.setCustomValidity(faultOf(target))
      told.add(target)
    }
    // A fault that was told counts as one until it is taken back, also after a scan has filled in the field.
    const takeBack = () => {
      for (const field of told) field.setCustomValidity('')
      told.clear()
    }
    const takeBackOnEnter = ({ key }: KeyboardEvent) => key === 'Enter' && takeBack()
    const early = { capture: true }
    document.addEventListener('invalid', tell, early)
    document.addEventListener('input', takeBack, early)
    document.addEventListener('click', takeBack, early)
    document.addEventListener('keydown', takeBackOnEnter, early)
    return () => {
      takeBack()
      document.removeEventListener('invalid', tell, early)
      document.removeEventListener('input', takeBack, early)
      document.removeEventListener('click', takeBack, early)
      document.removeEventListener('keydown', takeBackOnEnter, early)
    }
  }, [t])
}
