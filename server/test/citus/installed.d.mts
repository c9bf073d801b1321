export function citusPrograms(): string | undefined
