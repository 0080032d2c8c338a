import { useQueries } from "@tanstack/react-query";
import { counted } from "#kernel/words.ts";
import { Finding } from "./Finding.tsx";
import { listOptions } from "./queries.ts";

/** A list with its filter, how its count reads of one and of several, and the page that shows it. */
export type CountedPart = {
  path: string;
  query: string;
  says: readonly [one: string, several: string];
  to: string;
};

/**
 * A finding out of lists: how many each holds under its filter, in the order given; what holds none
 * is not said. Nothing stands there until every list has answered: "none" is said only of what was
 * counted.
 */
export function CountedFinding({ parts, none }: { parts: readonly CountedPart[]; none: string }) {
  const lists = useQueries({
    queries: parts.map(({ path, query }) => listOptions<{ id: string }>(path, `${query}&limit=1`)),
  });
  if (lists.some(({ data }) => !data)) return null;
  return (
    <Finding
      parts={parts.flatMap(({ says, to }, at) => {
        const { total, totalCapped } = lists[at]!.data!;
        if (!total) return [];
        return [{ text: `${totalCapped ? "More than " : ""}${counted(total, ...says)}`, to }];
      })}
      none={none}
    />
  );
}
