// Which activity a record of ours belongs to: by the beginning of its commodity code and words of its description.
import type { Activity } from "../year/year.model.ts";

/** What is known of a thing that was bought or issued. */
export type Named = { description: string; commodity: string | null };

const parts = (text: string, by: RegExp): string[] =>
  text
    .split(by)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);

const says = (description: string, word: string): boolean =>
  new RegExp(`(^|[^a-z0-9])${word.replace(/[^a-z0-9 ]/g, ".")}([^a-z0-9]|$)`, "i").test(
    description,
  );

/**
 * Whether an activity covers it: its code, where it has one, begins as one of the activity's; and its description
 * holds one of the words, where the activity names any. An activity that names neither covers nothing.
 */
export const covers = ({ codes, words }: Activity, { description, commodity }: Named): boolean => {
  const [begins, named] = [parts(codes, /[\s,]+/), parts(words, /,/)];
  if (begins.length === 0 && named.length === 0) return false;
  const coded =
    begins.length === 0 || !commodity
      ? named.length > 0
      : begins.some((code) => commodity.toLowerCase().startsWith(code));
  return coded && (named.length === 0 || named.some((word) => says(description, word)));
};

/** The first activity of quantities that covers it; null where none does. */
export const activityOf = (activities: readonly Activity[], thing: Named): Activity | null =>
  activities.find((activity) => activity.takes === "quantity" && covers(activity, thing)) ?? null;
