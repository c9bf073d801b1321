export declare function transactionsIn(log: string): string[][]
