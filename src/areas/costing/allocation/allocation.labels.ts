/** By what a pool is shared out. */
export const bases = { percent: "Stated percent", fte: "Full-time equivalents" } as const;
