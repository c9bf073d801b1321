import { expect, test } from 'vitest'
import { whatsAppLink } from './whatsapp-link.ts'

test.each([
  ['55 1234 5678', 'https://wa.me/525512345678?text=Hola%20%C3%B1'],
  ['(55) 1234-5678', 'https://wa.me/525512345678?text=Hola%20%C3%B1'],
  ['+1 210 555 0100', 'https://wa.me/12105550100?text=Hola%20%C3%B1'],
  ['', 'https://wa.me/?text=Hola%20%C3%B1'],
])('WhatsApp for %j opens %s', (phone, link) => {
  expect(whatsAppLink(phone, 'Hola ñ')).toBe(link)
})

test.each(['123', '55123456789', 'hola', '+12'])('%s is no phone', (phone) => {
  expect(whatsAppLink(phone, 'Hola')).toBeNull()
})
