const key = 'mostrador.employeeCode'

/**
 * The last employee code used on this device. It is not secret: signing in also takes the PIN, which is never
 * stored.
 */
export function keptCode(): string | undefined {
  return localStorage.getItem(key) ?? undefined
}

export function keepCode(code: string): void {
  localStorage.setItem(key, code)
}

export function forgetCode(): void {
  localStorage.removeItem(key)
}
