import type { Instant } from "#kernel/time.ts";

const day = 86_400_000;

/**
 * The deadline after an addendum: never earlier, and a material one leaves at least `noticeDays`
 * from now. ISO instants.
 */
export const deadlineAfter = (
  before: string,
  wanted: string | null,
  material: boolean,
  noticeDays: number,
  now: Date,
): Instant => {
  const asked = new Date(wanted ?? before).getTime();
  const least = material ? now.getTime() + noticeDays * day : 0;
  return new Date(Math.max(new Date(before).getTime(), asked, least)).toISOString();
};
