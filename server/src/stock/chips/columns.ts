import { type Header, headerFinder } from '../../spreadsheet/header.ts'

/** The columns, with their accepted headers: folded, in Spanish and English. */
const aliases = {
  iccid: [
    'iccid',
    'icc',
    'iccidnumber',
    'numeroiccid',
    'numerodeiccid',
    'niccid',
    'sim',
    'simnumber',
    'numerosim',
  ],
  msisdn: [
    'msisdn',
    'telefono',
    'numerotelefonico',
    'numerodetelefono',
    'numero',
    'linea',
    'celular',
    'dn',
    'phone',
    'phonenumber',
  ],
  imsi: ['imsi'],
  carrier: ['carrier', 'compania', 'companiatelefonica', 'operador', 'operadora', 'operator', 'company'],
  batch: ['batch', 'lote', 'lot'],
  cost: ['cost', 'costo', 'costounitario', 'unitcost', 'preciodecosto'],
  price: ['price', 'precio', 'precioventa', 'preciodeventa', 'preciopublico', 'precioalpublico'],
  pin: ['pin', 'pin1'],
  puk: ['puk', 'puk1'],
  expiry: [
    'expiry',
    'expires',
    'expiration',
    'expirydate',
    'expirationdate',
    'caducidad',
    'fechadecaducidad',
    'vencimiento',
    'fechadevencimiento',
    'vigencia',
  ],
} as const satisfies Record<string, readonly string[]>

export type ChipField = keyof typeof aliases

/** The column of each field. */
export type ChipHeader = Header<ChipField>

/** Reads a row as the header, if it has a column for ICCIDs. */
export const headerOf = headerFinder(aliases, ['iccid'])
