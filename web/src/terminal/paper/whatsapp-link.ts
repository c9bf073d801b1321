import { isWholePhone, nationalDigits } from '../../ui/format/phone.ts'

/** Mexico's calling code, which WhatsApp needs and nobody types. */
const mexico = '52'

/**
 * A link that opens WhatsApp with a text, for the typed number or, without one, for a contact chosen there.
 *
 * @returns `null` when it is not a phone number
 */
export function whatsAppLink(phone: string, text: string): string | null {
  const said = `?text=${encodeURIComponent(text)}`
  if (phone.trim() === '') return `https://wa.me/${said}`
  const digits = phone.replaceAll(/\D/g, '')
  const national = nationalDigits(phone)
  // No more digits than 52, 1 and the number: others are no phone number.
  if (isWholePhone(national) && digits.endsWith(national) && digits.length <= 13)
    return `https://wa.me/${mexico}${national}${said}`
  return /^\+\d{8,15}$/.test(`${phone.trim().charAt(0)}${digits}`) ? `https://wa.me/${digits}${said}` : null
}
