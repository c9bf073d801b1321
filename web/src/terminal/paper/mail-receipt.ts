import { answer, api } from '../../api/client.ts'

/** Has the server mail a receipt to an address. */
export type MailReceipt = (email: string) => Promise<unknown>

/** Mails a receipt of goods. */
export const goodsReceiptMail =
  (id: string): MailReceipt =>
  (email) =>
    answer(api.POST('/pos/receipts/{id}/mails', { params: { path: { id } }, body: { email } }))

/** Mails the receipt of a service's sale. */
export const serviceReceiptMail =
  (id: string): MailReceipt =>
  (email) =>
    answer(api.POST('/vas/sale/{id}/mails', { params: { path: { id } }, body: { email } }))
