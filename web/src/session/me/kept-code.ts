const key = 'mostrador.employeeCode'

/** The code of whoever signed in here last with one. It is no secret: a PIN goes with it, which is never kept. */
export function keptCode(): string | undefined {
  return localStorage.getItem(key) ?? undefined
}

export function keepCode(code: string): void {
  localStorage.setItem(key, code)
}

export function forgetCode(): void {
  localStorage.removeItem(key)
}
