/** Why a letter or an event that waited at the backup stays in the queue. */
export const heldWhy = (madeAt: string): string =>
  `Held back: this installation was restored from a backup of ${madeAt}, and it may have gone out since.`;

/** How such a reason is found again, as a pattern of SQL. */
export const heldLike = "Held back: this installation was restored from a backup of %";
