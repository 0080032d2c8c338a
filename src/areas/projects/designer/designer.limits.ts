/** Bounds of what comes in by one link, and for how many days it works. */
export const linkLimits = { files: 30, megabytes: 25, days: 90 } as const;
