import { addDays, addMonths, type Day } from "#kernel/time.ts";

type Term = { endsOn: Day; renewMonths: number; noticeDays: number };

/** The last day on which notice of an agreement can be given; null where it ends by itself. */
export const noticeBefore = ({ endsOn, renewMonths, noticeDays }: Term): Day | null =>
  renewMonths === 0 ? null : addDays(endsOn, -noticeDays);

/** The last day of the next term of an agreement that is renewed. */
export const renewedTo = ({ endsOn, renewMonths }: Term): Day =>
  addDays(addMonths(addDays(endsOn, 1), renewMonths), -1);
